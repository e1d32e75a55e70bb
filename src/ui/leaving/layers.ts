/**
 * What lies over the page (dialogs, menus, panels), and what is typed and not saved. Back closes the upper layer; before
 * typed text is lost by a link, Back or the closing of the tab, the user is asked. docs/rules.md#leaving
 */

export interface Layer {
  /** Closes it, or asks first. */
  readonly close: () => void
}

const layers: Layer[] = []
const typed = new Set<symbol>()
const openings = new Set<() => void>()

/** Returns the function that takes it away. */
export function addLayer(layer: Layer): () => void {
  layers.push(layer)
  for (const tell of openings) tell()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

export const upperLayer = (): Layer | undefined => layers.at(-1)

/** Calls `tell` for each layer that opens. */
export function onLayer(tell: () => void): void {
  openings.add(tell)
}

/** Some text is typed and not saved. Returns the function that takes the mark away. */
export function addTyped(): () => void {
  const mark = Symbol('typed')
  typed.add(mark)
  return () => {
    typed.delete(mark)
  }
}

export const hasTyped = (): boolean => typed.size > 0

/** The question before typed text is lost. */
export interface LeaveQuestion {
  readonly leave: () => void
  readonly stay: () => void
}

let question: LeaveQuestion | null = null
const listeners = new Set<() => void>()

function put(next: LeaveQuestion | null): void {
  question = next
  for (const listener of listeners) listener()
}

/** Returns the question that waits for its answer, or null. */
export const presentQuestion = (): LeaveQuestion | null => question

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Asks. A question that waits is answered with staying. */
export function askToLeave({ leave, stay }: LeaveQuestion): void {
  question?.stay()
  const answered = (act: () => void) => () => {
    put(null)
    act()
  }
  put({ leave: answered(leave), stay: answered(stay) })
}
