/** A keyboard that composes, as on Android, and the clipboard: both reach the focused field as the browser's own input. */
import { cdp, type Locator, userEvent } from 'vitest/browser'

/** Types as one composition that grows, and ends when the word does. */
export async function compose(field: Locator, text: string): Promise<void> {
  await userEvent.click(field)
  for (let length = 1; length <= text.length; length++)
    await cdp().send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await cdp().send('Input.insertText', { text })
}

/** Replaces the field's content in one piece, as a paste does. */
export async function paste(field: Locator, text: string): Promise<void> {
  await userEvent.fill(field, '')
  await cdp().send('Input.insertText', { text })
}
