/**
 * A Back that leaves the page where it is. The browser has gone back before it can be stopped, and is sent forward again;
 * what Back does to the page comes once the entry is the page's own again, so that another Back finds the history in
 * order. A Back pressed in between may take the place of the way forward: it is tried again, and that Back follows then.
 * docs/rules.md#leaving
 */

/** The part of the browser's history that is needed. Places are the router's numbers of entries. */
export interface TraversalPort {
  readonly place: () => number
  readonly go: (steps: number) => void
}

/** As long without an event the browser has dropped what it was asked for. */
const DROPPED_MS = 300

interface Undoing {
  readonly home: number
  readonly act: () => void
  /** Where the last event led. */
  last: number
  hasArrived: boolean
  isPressedAgain: boolean
  /** More than one way forward was asked for: one of them may lead away from home once more. */
  isRepeated: boolean
}

export interface TraversalUndo {
  /** The caller has asked the browser to go to `home`. Runs `act` there. */
  begin(home: number, act: () => void): void
  /** Returns whether the router may get the event. Call it before the router gets it. */
  onPop(): boolean
}

export function traversalUndo({ place, go }: TraversalPort): TraversalUndo {
  let undoing: Undoing | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, DROPPED_MS)
  }

  function repeat(present: Undoing): void {
    present.isRepeated = true
    go(present.home - present.last)
    wait()
  }

  function end({ isPressedAgain }: Undoing): void {
    clearTimeout(timer)
    undoing = null
    if (isPressedAgain) go(-1)
  }

  function look(): void {
    if (undoing === null) return
    undoing.last = place()
    // Zero steps would load the page anew.
    if (undoing.last !== undoing.home) repeat(undoing)
    else if (undoing.hasArrived) end(undoing)
    else wait()
  }

  return {
    begin: (home, act) => {
      undoing = {
        home,
        act,
        last: place(),
        hasArrived: false,
        isPressedAgain: false,
        isRepeated: false,
      }
      wait()
    },
    onPop: () => {
      if (undoing === null) return true
      const now = place()
      const before = undoing.last
      undoing.last = now
      if (now !== undoing.home) {
        if (now < before) {
          undoing.isPressedAgain = true
          wait()
        } else repeat(undoing)
        return false
      }
      // The router waits for one return, and takes any other for a navigation.
      if (undoing.hasArrived) {
        wait()
        return false
      }
      undoing.hasArrived = true
      undoing.act()
      if (undoing.isRepeated) wait()
      else end(undoing)
      return true
    },
  }
}
