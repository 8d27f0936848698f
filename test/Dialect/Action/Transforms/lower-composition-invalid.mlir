// RUN: tioga-opt --pass-pipeline='builtin.module(action.system(action-lower-composition))' --split-input-file --verify-diagnostics %s

action.system @Infinite {
  tioga.var n : !tioga.int
  tioga.label x input(p : !tioga.int)
  // expected-error @below {{has too many parameter values to be tried before an alternative of the order}}
  action.action @a on x guard "n > p" {
  }
  action.action @b internal {
  }
  action.order {
    action.choice prioritised {
      action.perform @a
    }, {
      action.perform @b
    }
  }
}

// -----

// Thirteen choices in a row have 8192 paths.
action.system @Explosion {
  tioga.var n : !tioga.int
  action.action @a internal {
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
    // expected-error @below {{has more than 4096 paths together with what is before it}}
    action.choice {
      action.assign "n := n + 1"
    }, {
    }
  }
}
