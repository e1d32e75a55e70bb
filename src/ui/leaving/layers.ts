/**
 * What is open over the page (dialogs, menus, panels), and what is typed and not saved. Back closes the top layer.
 * Before a link, Back or closing the tab would lose typed text, the user is asked. docs/rules.md#leaving
 */

import { LAYERS, type LayerKind } from '../layer-order.ts'

export interface Layer {
  readonly kind: LayerKind
  /** Closes it, or asks first. */
  readonly close: () => void
  /** False: the address names what it shows, and Back leaves that address. */
  readonly takesBack: boolean
  /** False: Escape does nothing while it is on top. */
  readonly takesEscape: boolean
}

/** Names one layer of a page. */
export type LayerName = object

interface OpenLayer extends Layer {
  readonly zIndex: number
}

/** In the order of their opening. */
const layers: OpenLayer[] = []
const typed = new Set<symbol>()
const openings = new Set<() => void>()

/** A layer keeps its number while it fades out. */
const numbers = new WeakMap<LayerName, number>()

/** Returns the function that takes it away. */
export function addLayer(name: LayerName, layer: Layer): () => void {
  const below = layers.filter(({ kind }) => kind === layer.kind).map(({ zIndex }) => zIndex)
  const opened: OpenLayer = { ...layer, zIndex: Math.max(LAYERS[layer.kind] - 1, ...below) + 1 }
  layers.push(opened)
  numbers.set(name, opened.zIndex)
  for (const listener of openings) listener()
  return () => {
    layers.splice(layers.indexOf(opened), 1)
  }
}

/** Returns the number by which the layer lies above those that were opened before it, or null if it was never open. */
export const zIndexOf = (name: LayerName): number | null => numbers.get(name) ?? null

/** The layer that lies above all others. Of two with the same number the later one does. */
export function upperLayer(): Layer | undefined {
  const top = Math.max(...layers.map(({ zIndex }) => zIndex))
  return layers.findLast(({ zIndex }) => zIndex === top)
}

/** Calls `listener` for each layer that opens. Returns the function that ends it. */
export function onLayer(listener: () => void): () => void {
  openings.add(listener)
  return () => {
    openings.delete(listener)
  }
}

const untyped: (() => void)[] = []

/** Once all typed text is saved or given up, answers the open question about it. */
function endTyped(): void {
  if (typed.size > 0) return
  question?.leave()
  for (const resolve of untyped.splice(0)) resolve()
}

/** Some text is typed and not saved. Returns the function that ends it. */
export function addTyped(): () => void {
  const entry = Symbol('typed')
  typed.add(entry)
  return () => {
    if (typed.delete(entry)) endTyped()
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

/** The dialog that asks is on the page. Returns the function that ends it. */
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
