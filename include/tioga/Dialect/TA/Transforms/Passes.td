//===- Passes.td - Passes on the ta dialect ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grouped by phase under banners, in the order in which the chain runs.
//
// `Keeps` says how the observable timed traces before and after a pass relate;
// Contracts.def repeats it for `--verify-semantics`. The reference is F. Lorber,
// "It's about Time! Model-Based Mutation Testing for Synchronous and Asynchronous
// Timed Systems", PhD thesis, TU Graz, 2016.
//
//===----------------------------------------------------------------------===//

#ifndef TIOGA_DIALECT_TA_TRANSFORMS_PASSES_TD
#define TIOGA_DIALECT_TA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

class MaxLocations<string default = "1000000">
    : Option<"maxLocations", "max-locations", "unsigned", default,
             "Give up when the result would have more locations than this">;

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

def CheckResponsive : Pass<"ta-check-responsive", "::tioga::ta::NetworkOp"> {
  let summary = "Reject cycles of silent and internal edges";
  let description = [{
    Reports every network in which the automata can go round without being seen,
    and names the cycle. Without such cycles a bounded number of observable steps
    has a bounded number of silent ones ("strongly responsive"), which the chain
    from `ta-unfold` on requires.

    The check is on the graph of reachable location tuples: guards are not
    evaluated, except those that are `false`.

    Requires: nothing beyond verified IR.
    Ensures: the IR is unchanged.
    Keeps: equal traces.
  }];
  let options = [MaxLocations<>];
}

def Product : Pass<"ta-product", "::tioga::ta::NetworkOp"> {
  let summary = "Multiply a network out into one automaton";
  let description = [{
    Makes one automaton whose locations are the reachable tuples of locations.
    Internal labels become silent, with the parameters replaced by their values;
    the sender's update comes before the receiver's. Committed and urgent
    locations, and urgent labels, make urgent tuples; where an urgent label is
    enabled for some data only, a clock `urgent` stops time there.

    Requires: nothing beyond verified IR.
    Ensures: one automaton, with the name of the network; names are qualified
    (`Machine.x`); a tuple of locations is named `Coin_Waiting_Idle`.
    Keeps: equal traces.

    Reference: Definition 4.1.
  }];
  let options = [MaxLocations<>];
}

//===----------------------------------------------------------------------===//
// Bounded determinization, step by step
//===----------------------------------------------------------------------===//

def Unfold : Pass<"ta-unfold", "::tioga::ta::NetworkOp"> {
  let summary = "Unfold to a tree of bounded observable depth";
  let description = [{
    Makes a tree in which each path has at most `depth` observable edges. Silent
    edges at that depth are not expanded. Networks are unfolded directly, without
    a product in between.

    Requires: no cycle of silent edges (checked; see `ta-check-responsive`).
    Ensures: one automaton that is a tree; locations are named after their
    origin, `Off$3`.
    Keeps: equal traces to the depth.

    Reference: Algorithms 2 and 7, with the invariant of the root copied too.
  }];
  let options = [
    Option<"depth", "depth", "unsigned", "5", "Observable steps to keep">,
    Option<"acceptingOnly", "accepting-only", "bool", "false",
           "Drop branches that do not end in an accepting location">,
    MaxLocations<>
  ];
}

def RenameClocks : Pass<"ta-rename-clocks", "::tioga::ta::NetworkOp"> {
  let summary = "Give each step of a tree its own clock";
  let description = [{
    Each edge resets exactly one clock: `x1`, `x2`, ... by observable level, and
    `x1_0`, `x1_1`, ... the silent edges after it; `x0` is never reset. Every
    other clock is replaced by the one that was reset with it. Urgent locations
    become invariants on the clock of the edge that leads to them.

    Data is handled alike: the parameters of an observable edge are kept in
    variables of its level (`lock.pin$3`), and every variable is replaced by its
    value in terms of these. Nothing else is assigned afterwards, so that edges
    with the same label can be merged.

    Requires: a tree (run `ta-unfold`); clocks are reset to constants or copied
    (`x := 0`, `x := y`, `x := y - 2`).
    Ensures: one reset per edge, the same for all edges of a level.
    Keeps: equal traces.

    Reference: Algorithm 3, with copies per branch and leaf invariants renamed.
  }];
}

def FoldInvariants : Pass<"ta-fold-invariants", "::tioga::ta::NetworkOp"> {
  let summary = "Conjoin invariants to guards";
  let description = [{
    Strengthens each guard by the invariant of its source, and by the invariant
    of its target as it reads after the update. Invariants stay where they are.
    Conjuncts that others imply are dropped.

    Requires: nothing beyond verified IR.
    Ensures: an edge whose guard holds can be taken.
    Keeps: equal traces.

    Reference: section 4.1.3, with target invariants: without these, merging
    edges (`ta-determinize`) adds traces.
  }];
}

def RemoveSilent : Pass<"ta-remove-silent", "::tioga::ta::NetworkOp"> {
  let summary = "Replace silent edges by their effect on observable ones";
  let description = [{
    For every location of the tree, what holds along the path to it is a set of
    difference constraints over the times of all steps. The times of silent steps
    are eliminated exactly, and what remains is put on the observable edges: an
    observable edge leads to every location that silent edges reach from its
    target.

    With `method=tables` the edges are bypassed one by one as the reference
    describes it, with the corrected tables; it handles conjunctions of clock
    constraints only and exists as a second opinion.

    Requires: a tree with renamed clocks (`ta-unfold`, `ta-rename-clocks`) and
    folded invariants (`ta-fold-invariants`).
    Ensures: no edge is silent.
    Keeps: equal traces.

    Reference: section 4.2, Tables 4.1 to 4.3, with the corrections listed in
    docs/Passes.md.
  }];
  let options = [
    Option<"method", "method", "std::string", "\"projection\"",
           "How to eliminate: projection or tables">
  ];
}

def Determinize : Pass<"ta-determinize", "::tioga::ta::NetworkOp"> {
  let summary = "Merge observable edges with the same label";
  let description = [{
    Merges edges of one location and label into one, guarded by the disjunction
    of their guards, and postpones the decision which of them was taken: that a
    guard held when clock `x3` was reset is the difference constraint that one
    gets by subtracting `x3` from every clock, and is conjoined to the guards that
    follow.

    With `method=subsets` one edge is made for each set of guards that can hold
    together (the standard construction, for comparison).

    Requires: a tree without silent edges in which each level resets its own
    clock (`ta-unfold` to `ta-remove-silent`).
    Ensures: no two edges of one location and label are enabled at once.
    Keeps: equal traces.

    Reference: Algorithms 5 and 6, with all successors processed and invariants
    merged by branch.
  }];
  let options = [
    Option<"method", "method", "std::string", "\"guards\"",
           "How to merge: guards or subsets">,
    MaxLocations<>
  ];
}

//===----------------------------------------------------------------------===//
// Bounded determinization at once
//===----------------------------------------------------------------------===//

def DeterminizeOTF : Pass<"ta-determinize-otf", "::tioga::ta::NetworkOp"> {
  let summary = "Unfold, remove silent edges and determinize on the fly";
  let description = [{
    Explores sets of states: a location of the result is a set of pairs of a
    location tuple with data and a zone that relates its clocks to the times of
    observable steps. Equal sets are merged, so that the result is a graph of as
    many locations per level as there are different sets. If no set is new at some
    level, the construction has closed: a remark says so and with how many.

    With `emit=dag` the result is unrolled to `depth`, with `emit=cyclic` it is the
    closed graph itself (an error if it does not close within `depth`), and with
    `emit=tree` every observable word has its own location.

    Requires: no unbounded data; cycles of silent edges are allowed if the
    closure under them is finite.
    Ensures: one deterministic automaton without silent edges; clocks `t0`, `t1`,
    ... that may be copied with an offset (`t0 := t1 - 2`).
    Keeps: equal traces to the depth; equal traces with `emit=cyclic`.

    Reference: section 4.5 (Algorithms 8 to 12), replaced by state sets over
    zones.
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
  let options = [
    Option<"depth", "depth", "unsigned", "5", "Observable steps to keep">,
    Option<"emit", "emit", "std::string", "\"dag\"",
           "What to make: dag, cyclic or tree">,
    Option<"maxMembers", "max-members", "unsigned", "10000",
           "Give up when a set of states has more members than this">,
    MaxLocations<>
  ];
}

//===----------------------------------------------------------------------===//
// After determinization
//===----------------------------------------------------------------------===//

def Complete : Pass<"ta-complete", "::tioga::ta::NetworkOp"> {
  let summary = "Make every input possible in every state";
  let description = [{
    Adds, for each location and input, an edge for the states in which no edge
    takes the input; an edge whose target's invariant does not hold does not take
    it. With `angelic`, the default, the new edge changes nothing; with `demonic` it
    leads to a location in which everything is possible.

    Completing a non-deterministic model state by state would make models fail to
    conform to themselves, since an input is ignored after a trace only if *no*
    state after the trace takes it. Hence the pass rejects overlapping edges and
    silent edges.

    Requires: one deterministic automaton without silent edges.
    Ensures: every input is enabled in every reachable state.
    Keeps: a superset of the traces.

    Reference: section 3.3.1.
  }];
  let options = [
    Option<"isAngelic", "angelic", "bool", "false",
           "Unspecified inputs change nothing (the default)">,
    Option<"isDemonic", "demonic", "bool", "false",
           "After an unspecified input everything is possible">
  ];
}

def Prune : Pass<"ta-prune", "::tioga::ta::NetworkOp"> {
  let summary = "Keep the inputs that a test purpose allows";
  let description = [{
    Drops input edges and keeps all others. The purpose is a sequence of sets of
    inputs, one for each observable step, as in
    `purpose="lock;close;;open,unlock"`; a `*` stands for all inputs, and after
    the last set no input is kept. Or it is an automaton, an `environment` one of
    the network that `automaton` names: an input is kept where that automaton can
    send it.

    The original conforms to the result (tioco), since inputs that a specification
    does not have are not tested.

    Requires: one automaton; with `purpose` a tree or DAG, in which a location
    has one observable depth. Inputs that do not exist are errors.
    Ensures: locations that cannot be reached any more are gone.
    Keeps: a subset of the traces; the original is tioco-conform to the result.

    Reference: section 6.2.
  }];
  let options = [
    Option<"purpose", "purpose", "std::string", "\"\"",
           "Sets of inputs by depth, separated by ';'">,
    Option<"automaton", "automaton", "std::string", "\"\"",
           "The automaton of the network that is the purpose">
  ];
}

//===----------------------------------------------------------------------===//
// Specifications
//===----------------------------------------------------------------------===//

class SpecificationPass<string argument>
    : Pass<argument, "::mlir::ModuleOp"> {
  let dependentDialects = ["::tioga::ta::TADialect"];
  let options = [
    Option<"left", "left", "std::string", "\"\"",
           "The network that is the left operand">,
    Option<"right", "right", "std::string", "\"\"",
           "The network that is the right operand">,
    Option<"result", "result", "std::string", "\"\"",
           "The name of the network that is made">,
    MaxLocations<>
  ];
}

def Conjunction : SpecificationPass<"ta-conjunction"> {
  let summary = "Make the conjunction of two specifications";
  let description = [{
    Adds the network `result`, which allows what `left` and `right` both allow:
    labels that both know happen in both, labels that one knows happen in that
    one. Its implementations are those that both have, once the states are pruned
    in which the two contradict each other (`ta-prune-inconsistent`).

    Requires: two networks of one deterministic automaton without silent edges
    each, in which every input is taken (`ta-complete`); no label is an input of
    one and an output of the other.
    Ensures: a new network of one deterministic automaton in which every input is
    taken; the operands are unchanged.
    Keeps: nothing, since it makes a new network.

    Reference: A. David, K. G. Larsen, A. Legay, U. Nyman, A. Wasowski, "Timed I/O
    Automata: A Complete Specification Theory for Real-time Systems", HSCC 2010,
    section 4.
  }];
}

def Compose : SpecificationPass<"ta-compose"> {
  let summary = "Make the parallel composition of two specifications";
  let description = [{
    Adds the network `result`, in which `left` and `right` run side by side:
    labels that both know happen in both, and stay visible as outputs if they are
    an output of one; labels that one knows happen in that one.

    Requires: two networks of one deterministic automaton without silent edges
    each, in which every input is taken (`ta-complete`) and of which
    inconsistent states have been pruned (`ta-prune-inconsistent`); no label is an
    output of both.
    Ensures: a new network of one deterministic automaton in which every input is
    taken; the operands are unchanged.
    Keeps: nothing, since it makes a new network.

    Reference: HSCC 2010 (see `ta-conjunction`), section 5.
  }];
}

def Quotient : SpecificationPass<"ta-quotient"> {
  let summary = "Make the quotient of two specifications";
  let description = [{
    Adds the network `result`, the most permissive specification that in parallel
    with `right` refines `left`. What cannot happen because `right` does not do it
    leads to a location `Universal`, in which all is allowed; what must not happen
    to a location `Inconsistent`, which pruning takes away. The invariant of a
    pair demands that `left` allows to wait for as long as `right` may. It can
    hold again after it has not held: then only the interpreter and
    `ta-prune-inconsistent` read the result, and zones are undecided.

    Requires: what `ta-compose` requires; no output of `right` is an input of
    `left`.
    Ensures: a new network of one deterministic automaton in which every input is
    taken; urgent locations have become invariants on a clock; the operands are
    unchanged.
    Keeps: nothing, since it makes a new network.

    Reference: HSCC 2010 (see `ta-conjunction`), section 6, with the delays of the
    quotient of transition systems as an invariant instead of an input `i_new`.
  }];
}

def PruneInconsistent
    : Pass<"ta-prune-inconsistent", "::tioga::ta::NetworkOp"> {
  let summary = "Take away what no implementation of a specification does";
  let description = [{
    Solves the timed game in which the implementation chooses delays and outputs
    and the environment chooses inputs. The implementation loses in a state in
    which time stops and no output is possible, and in a state from which it
    cannot avoid to lose. Invariants are strengthened so that no losing state is
    left; a location of which the states that are left do not form one stretch of
    time is split, `Busy`, `Busy$2`.

    Pruning is adversarial: it must not rely on inputs not to come. So it comes
    before `ta-compose`, not after.

    Requires: one automaton without silent edges; finite data. A specification
    without implementation is an error, with a run into the contradiction.
    Ensures: every reachable state can wait for ever, or until an output. The
    implementations are the same as before.
    Keeps: a subset of the traces.

    Reference: HSCC 2010 (see `ta-conjunction`), section 3.
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
}

//===----------------------------------------------------------------------===//
// Clean-ups
//===----------------------------------------------------------------------===//

def MinimizeClocks : Pass<"ta-minimize-clocks", "::tioga::ta::NetworkOp"> {
  let summary = "Drop and share clocks";
  let description = [{
    Drops clocks that are never compared and resets of clocks that are not
    compared before their next reset, and lets clocks that are never needed at
    the same time share one.

    Requires: nothing beyond verified IR; clocks that several automata mention
    are left alone.
    Ensures: no more clocks than before.
    Keeps: equal traces.
  }];
}

def RemoveUnreachable : Pass<"ta-remove-unreachable", "::tioga::ta::NetworkOp"> {
  let summary = "Drop what cannot be reached";
  let description = [{
    Drops edges whose guards cannot hold together with the invariant of their
    source, and locations that no path leads to. With `zones`, a forward search
    over clock zones decides what is reached (one automaton without data in
    guards; others are handled by graph search).

    Requires: nothing beyond verified IR.
    Ensures: every location is reachable in the graph.
    Keeps: equal traces.
  }];
  let dependentDialects = ["::tioga::sts::STSDialect"];
  let options = [
    Option<"zones", "zones", "bool", "false",
           "Search zones, not only the graph">
  ];
}

def SplitDisjunctions : Pass<"ta-split-disjunctions", "::tioga::ta::NetworkOp"> {
  let summary = "Make one edge for each disjunct of a guard";
  let description = [{
    Replaces an edge whose guard is a disjunction over clocks by one edge for each
    disjunct, for tools that know conjunctions only. With `disjoint` no two of the
    new edges are enabled at once, so that determinism is kept. Invariants are not
    split.

    Requires: nothing beyond verified IR.
    Ensures: guards with clocks are conjunctions.
    Keeps: equal traces.
  }];
  let options = [
    Option<"disjoint", "disjoint", "bool", "true",
           "Make guards of the new edges disjoint">,
    Option<"maxDisjuncts", "max-disjuncts", "unsigned", "4096",
           "Give up when a guard has more disjuncts than this">
  ];
}

#endif // TIOGA_DIALECT_TA_TRANSFORMS_PASSES_TD
