//===- Tioga.g4 - The Tioga modelling language ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One grammar for timed automata (`system`), action systems (`actions`) and
// synchronous contracts (`contract`). Everything that the three have in common
// (constants, types, functions, parameters, expressions) stands first. What a
// model means is told in docs/LanguageReference.md and docs/Semantics.md; this
// file only says what is a model.
//
// Two rules of thumb keep the grammar predictable for readers and for ANTLR's
// fast prediction mode: every declaration starts with a keyword and ends with
// ';' or '}', and no keyword is also an identifier.
//
//===----------------------------------------------------------------------===//

grammar Tioga;

options { superClass = ParserBase; }

@parser::preinclude { #include "ParserBase.h" }

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// A file: imports, shared declarations, systems. Nothing else may follow.
file : fileItem* EOF ;

/// An expression on its own, as on a command line.
expression : expr EOF ;

fileItem
  : importDecl
  | constDecl
  | typeDecl
  | funDecl
  | systemDecl
  | actionsDecl
  | contractDecl
  | instanceDecl
  | conjunctionDecl
  ;

/// The file is looked up next to the importing one. Its constants, types,
/// functions and systems become visible; its systems are not compiled again.
importDecl : 'import' STRING ';' ;

//===----------------------------------------------------------------------===//
// Declarations that all formalisms share
//===----------------------------------------------------------------------===//

constDecl : 'const' ID (':' type)? '=' expr ';' ;

typeDecl : 'type' ID '=' type ';' ;

/// A function without side effects; calls are inlined, recursion is rejected.
funDecl : 'fun' ID '(' formals? ')' ':' type '=' expr ';' ;

formals : formal (',' formal)* ;
formal : ID ':' type ;

/// Parameters of systems and templates. A plain one is a constant; the others
/// are references that an instance binds to something declared outside.
params : '(' (param (',' param)*)? ')' ;
param
  : ID ':' type ('=' expr)?      # valueParam
  | 'label' ID                   # labelParam
  | 'clock' ID                   # clockParam
  | 'var' ID ':' type            # varParam
  ;

varDecl : 'var' varItem (',' varItem)* ';' ;
varItem : ID (',' ID)* ':' type ('=' expr)? ;

clockDecl : 'clock' ID (',' ID)* ';' ;

/// `instance A = T(1), B = T(2);` or, for a family, `instance A[i : 0..3] = T(i);`
instanceDecl : 'instance' instanceItem (',' instanceItem)* ';' ;
instanceItem : ID ('[' formal ']')? '=' ID '(' (expr (',' expr)*)? ')' ;

/// Labels are what systems do together. Parameters carry data.
labelDecl
  : labelModifier* labelKind labelItem (',' labelItem)* ('via' ID)? ';'
  ;
labelModifier : 'urgent' | 'broadcast' ;
labelKind : 'input' | 'output' | 'internal' ;
labelItem : ID ('(' formals? ')')? ;

/// What to test for: a predicate, or several that must hold one after another.
purposeDecl : 'purpose' ID ':' expr (',' expr)* ';' ;

/// Reserved: observers that define coverage items.
observerDecl : 'observer' ID params? '{' reserved* '}' ;
reserved : '{' reserved* '}' | ~('{' | '}') ;

/// The requirement identifiers that an element stems from.
stems : 'stems' reqId (',' reqId)* ;
reqId : ID ('.' (ID | INT | REAL))* | STRING ;

/// The informal text of a requirement.
textDecl : 'text' reqId ':' STRING+ ';' ;

//===----------------------------------------------------------------------===//
// Timed automata
//===----------------------------------------------------------------------===//

systemDecl : 'system' ID params? stems? '{' systemItem* '}' ;

systemItem
  : constDecl
  | typeDecl
  | funDecl
  | varDecl
  | clockDecl
  | labelDecl
  | automatonDecl
  | instanceDecl
  | componentDecl
  | syncDecl
  | purposeDecl
  | observerDecl
  | textDecl
  ;

/// With parameters it is a template, which exists only through its instances.
automatonDecl
  : 'environment'? 'automaton' ID params? stems? '{' automatonItem* '}'
  ;

automatonItem
  : constDecl
  | typeDecl
  | funDecl
  | varDecl
  | clockDecl
  | locationDecl
  | edgeDecl
  ;

locationDecl
  : locationModifier* 'location' ID (',' ID)* (locationBody | ';')
  ;
locationModifier : 'init' | 'urgent' | 'committed' | 'accepting' | 'locked' ;
locationBody : '{' locationItem* '}' ;
locationItem : 'invariant' expr ';' | stems ';' ;

/// `edge e1: A -> B on go? when x < 3 reset x do n := n + 1;`
/// An edge to `restart` puts the whole system back into its initial state.
edgeDecl
  : 'locked'? 'edge' (ID ':')? ID '->' edgeTarget edgeAction edgeClause* ';'
  ;
edgeTarget : ID | 'restart' ;
edgeAction : 'on' ID ('(' (ID (',' ID)*)? ')')? ('?' | '!') | 'silent' ;
edgeClause
  : 'when' expr                  # whenClause
  | 'reset' ID (',' ID)*         # resetClause
  | 'do' update (',' update)*    # doClause
  | stems                        # stemsClause
  ;

/// All updates of a transition happen at once: right sides read old values.
update : lvalue ':=' expr ;
lvalue : ID selector* ;
selector : '[' expr ']' | '.' ID ;

/// A synchronous contract beside the automata. `a => b` forwards: a signal of
/// the component that rises becomes event b, an event a raises signal b.
componentDecl : 'component' ID ':' ID '{' (connection ';')* '}' ;
connection : ID '=>' ID ;

/// Edges that are taken together, one of each automaton. A member with `?` may
/// stay behind: `sync Bus.cd, Station.stop?;`
syncDecl : 'sync' syncMember (',' syncMember)* ';' ;
syncMember : ID '.' ID '?'? ;

//===----------------------------------------------------------------------===//
// Action systems
//===----------------------------------------------------------------------===//

actionsDecl : 'actions' ID params? stems? '{' actionsItem* '}' ;

actionsItem
  : constDecl
  | typeDecl
  | funDecl
  | varDecl
  | clockDecl
  | invariantDecl
  | actionDecl
  | doDecl
  | purposeDecl
  | observerDecl
  | textDecl
  ;

/// Bounds the passing of time, usually `data => clock bound`.
invariantDecl : 'invariant' expr ';' ;

/// `when` is the guard; a label may have several actions.
actionDecl
  : 'locked'? labelModifier* labelKind ID '(' formals? ')' actionClause*
    (statement | ';')
  ;
actionClause
  : 'when' expr                  # actionWhen
  | 'reset' ID (',' ID)*         # actionReset
  | stems                        # actionStems
  ;

/// Prioritised choice binds weakest, then choice, then sequence. The
/// assignments inside one pair of braces happen at once.
statement : choice ('orelse' choice)* ;
choice : sequence ('or' sequence)* ;
sequence : atom ('then' atom)* ;
atom
  : ('when' expr)? block         # blockAtom
  | '(' statement ')'            # groupAtom
  | 'skip'                       # skipAtom
  ;
block : '{' (update (';' update)* ';'?)? '}' ;

/// The order of actions, repeated for ever. Without it any enabled action may
/// be taken at any time.
doDecl : 'do' '{' order '}' ;
order : orderChoice ('orelse' orderChoice)* ;
orderChoice : orderSequence ('or' orderSequence)* ;
orderSequence : orderAtom ('then' orderAtom)* ;
orderAtom : ID | '(' order ')' ;

//===----------------------------------------------------------------------===//
// Synchronous contracts
//===----------------------------------------------------------------------===//

contractDecl : 'contract' ID params? stems? '{' contractItem* '}' ;

/// `contract Buffer = Behaviour && Power;`
conjunctionDecl : 'contract' ID '=' ID ('&&' ID)* ';' ;

contractItem
  : constDecl
  | typeDecl
  | funDecl
  | signalDecl
  | initiallyDecl
  | requireDecl
  | viewDecl
  | frameDecl
  | ticksDecl
  | timerDecl
  | purposeDecl
  | textDecl
  ;

signalDecl : signalKind signalItem (',' signalItem)* ';' ;
signalKind : 'input' | 'output' | 'hidden' ;
signalItem : ID (',' ID)* ':' type ;

initiallyDecl : 'locked'? 'initially' reqId ':' contractBody ';' ;
requireDecl : 'locked'? 'require' reqId ':' contractBody ';' ;
contractBody : ('assume' expr)? ('guarantee' expr) | expr ;

viewDecl : 'view' ID stems? '{' viewItem* '}' ;
viewItem
  : signalDecl
  | initiallyDecl
  | requireDecl
  | frameDecl
  | textDecl
  ;

/// Variables that keep their value when no contract changes them.
frameDecl : 'frame' ('all' | ID (',' ID)*) ';' ;

/// The time variable: one unit a step, or as far as the next deadline allows; by
/// any amount, or by that of an input.
ticksDecl : 'ticks' ('explicit' | 'symbolic') ID ('via' ID)? ';' ;

/// A deadline: a hidden variable that ticks never skip.
timerDecl : 'timer' ID (',' ID)* ';' ;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

type
  : 'bool'                                       # boolType
  | 'int'                                        # intType
  | 'real'                                       # realType
  | 'enum' '{' ID (',' ID)* '}'                  # enumType
  | 'record' '{' formal (',' formal)* '}'        # recordType
  | 'set' 'of' type                              # setType
  | 'map' type 'to' type                         # mapType
  | 'array' '[' expr ']' 'of' type               # arrayType
  | expr '..' expr                               # rangeType
  | ID                                           # namedType
  ;

//===----------------------------------------------------------------------===//
// Expressions, tightest first
//===----------------------------------------------------------------------===//

/// The value of a variable after a step is primed. For a field of a record the
/// prime may stand behind the variable or behind the field.

expr
  : primary                                                  # primaryExpr
  | expr '[' expr ']'                                        # indexExpr
  | expr '.' ID PRIME?                                       # fieldExpr
  | expr 'with' '{' fieldValue (',' fieldValue)* '}'         # withExpr
  | op=('!' | '-') expr                                      # unaryExpr
  | expr op=('*' | '/' | 'div' | 'mod') expr                 # mulExpr
  | expr op=('+' | '-') expr                                 # addExpr
  | expr op=('<' | '<=' | '>' | '>=' | '==' | '!=' | 'in') expr # compareExpr
  | expr '&&' expr                                           # andExpr
  | expr '||' expr                                           # orExpr
  | <assoc=right> expr '=>' expr                             # impliesExpr
  | expr '<=>' expr                                          # iffExpr
  | 'if' expr 'then' expr 'else' expr                        # ifExpr
  | op=('forall' | 'exists' | 'sum') '(' formal ')' expr     # quantifiedExpr
  ;

primary
  : ('true' | 'false')                           # boolLiteral
  | INT                                          # intLiteral
  | REAL                                         # realLiteral
  | ID '::' ID                                   # enumLiteral
  | ID '(' (expr (',' expr)*)? ')'               # callExpr
  | ID PRIME?                                    # nameExpr
  | '(' expr ')'                                 # parenExpr
  | '{' elements? '}'                            # bracedLiteral
  | '[' expr (',' expr)* ']'                     # arrayLiteral
  ;

/// `{}` and `{1, 2}` are sets, `{x = 1}` is a record, `{->}` and `{a -> 1}` are
/// maps. Sets and maps share their beginning, so that no decision needs to read
/// a whole element ahead.
elements
  : '->'
  | fieldValue (',' fieldValue)*
  | expr ('->' expr (',' mapEntry)* | (',' expr)*)
  ;

fieldValue : ID '=' expr ;
mapEntry : expr '->' expr ;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

INT : [0-9]+ ;
REAL : [0-9]+ '.' [0-9]+ ;
ID : [a-zA-Z_] [a-zA-Z_0-9$]* ;
STRING : '"' (~["\\\r\n] | '\\' ["\\nt])* '"' ;
PRIME : '\'' ;

/// Text for readers; it is kept and attached to what follows.
/// Not so `////`, `/**/` and `/***`, which draw lines.
DOC_COMMENT
  : ('///' (~[/\r\n] ~[\r\n]*)? | '/**' ~[*/] .*? '*/') -> channel(HIDDEN)
  ;
LINE_COMMENT : '//' ~[\r\n]* -> channel(HIDDEN) ;
BLOCK_COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
SPACE : [ \t\r\n\f]+ -> channel(HIDDEN) ;

/// Anything else is an error that the parser reports where it stands.
UNKNOWN : . ;
