/**
 * What is open over the page (dialogs, menus, panels), and what is typed and not saved. Back closes the top layer.
 * Before a link, Back or closing the tab would lose typed text, the user is asked. docs/rules.md#leaving
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
  for (const listener of openings) listener()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
  }
}

export const upperLayer = (): Layer | undefined => layers.at(-1)

/** Calls `listener` for each layer that opens. */
export function onLayer(listener: () => void): void {
  openings.add(listener)
}

const untyped: (() => void)[] = []

/** Once all typed text is saved or given up, answers the open question about it. */
function endTyped(): void {
  if (typed.size > 0) return
  question?.leave()
  for (const resolve of untyped.splice(0)) resolve()
}

/** Some text is typed and not saved. Returns the function that takes the mark away. */
export function addTyped(): () => void {
  const mark = Symbol('typed')
  typed.add(mark)
  return () => {
    if (typed.delete(mark)) endTyped()
  }
}

export const hasTyped = (): boolean => typed.size > 0

/** Resolves as soon as no typed text would be lost. */
export const whenNothingTyped = (): Promise<void> =>
  hasTyped() ? new Promise((resolve) => untyped.push(resolve)) : Promise.resolve()

/** The typed text is given up: the page is left without a question. */
export function leaveForGood(): void {
  typed.clear()
  endTyped()
}

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

let isAskable = false

/** The dialog that asks is on the page. Returns the function that takes the mark away. */
export function questionsAreShown(): () => void {
  isAskable = true
  return () => {
    isAskable = false
  }
}

/** Asks. A question that waits is answered with staying. Without the dialog's code the browser asks. */
export function askToLeave({ leave, stay }: LeaveQuestion): void {
  question?.stay()
  if (!isAskable) {
    // oxlint-disable-next-line no-alert
    if (window.confirm('Descartar o que foi digitado? O que você digitou ainda não foi salvo.')) leave()
    else stay()
    return
  }
  const answered = (act: () => void) => () => {
    put(null)
    act()
  }
  put({ leave: answered(leave), stay: answered(stay) })
}
