/**
 * The question before a capture, asked by the browser's own dialog while the app's code is still on its way. 'Continuar' is done by the
 * app's own dialog, once, as soon as that can open.
 */
import { CAPTURE_TITLE, captureQuestion } from '../../domain/lead/capture-words.ts'
import { type Control, controlOf, find, numberOf } from './controls.ts'

/** Within so many ms the app does what was answered. Later its own question opens, and is answered again. */
const PATIENCE_MS = 10_000

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, words: string) => {
  const made = document.createElement(name)
  made.textContent = words
  return made
}

/** Calls `look` with each change of the page until it returns true. Resolves then. */
function watchUntil(look: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (look()) return resolve()
    const observer = new MutationObserver(() => {
      if (!look()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-asks'],
    })
  })
}

/** The button that has the app's dialog do it. */
function confirmButton(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[role=dialog]')].find((one) =>
    one.textContent.startsWith(CAPTURE_TITLE),
  )
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])]
  return buttons.find(({ textContent }) => textContent === 'Continuar') ?? null
}

/** Resolves when the app's dialog has opened for it, or will not. `isReady`: whether React has drawn the cards, and the app can ask. */
async function captureByApp(control: Control, answeredMs: number, isReady: () => boolean): Promise<void> {
  // The dialog is one: opened for this lead, it would forget the one that it still asks about.
  await watchUntil(() => isReady() && confirmButton() === null)
  const button = find(control)
  // Somebody else has captured it meanwhile: its card says so.
  if (button === null) return
  button.click()
  const askedMs = performance.now()
  await watchUntil(() => {
    const confirm = confirmButton()
    if (confirm !== null && performance.now() - answeredMs <= PATIENCE_MS) confirm.click()
    return confirm !== null || performance.now() - askedMs > PATIENCE_MS
  })
}

/** Captures that were answered, one after the other. */
let captures = Promise.resolve()
/** Cards among them that wait. Answered twice, a capture is done once. */
const waiting = new Set<string | null>()

function captureInTurn(control: Control, isReady: () => boolean): void {
  if (waiting.has(control.card)) return
  waiting.add(control.card)
  const answeredMs = performance.now()
  captures = captures.then(async () => {
    await captureByApp(control, answeredMs, isReady)
    waiting.delete(control.card)
  })
}

/** Asks at once about the card that `button` is in. A second tap while it is open is none: the dialog covers the cards. */
export function ask(button: Element, isReady: () => boolean): void {
  const control = controlOf(button)
  const number = numberOf(button)
  const dialog = document.createElement('dialog')
  dialog.className = 'early'
  const title = element('h2', CAPTURE_TITLE)
  title.id = 'early-title'
  dialog.setAttribute('aria-labelledby', title.id)
  const close = element('button', 'Cancelar')
  const go = element('button', 'Continuar')
  go.autofocus = true
  close.addEventListener('click', () => dialog.close())
  go.addEventListener('click', () => {
    dialog.close()
    captureInTurn(control, isReady)
  })
  dialog.addEventListener('close', () => dialog.remove())
  const answers = document.createElement('div')
  answers.append(close, go)
  dialog.append(title, element('p', captureQuestion(number)), answers)
  document.body.append(dialog)
  dialog.showModal()
}
