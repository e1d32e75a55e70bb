/** Copies to the clipboard. Browsers refuse it without a tap, or outside https: then a toast says what to do instead. */

import { toClipboard } from './copied.ts'
import { notify } from './notify.ts'

/** The text is on the screen and can be selected. */
const REFUSED = {
  text: 'O navegador não copiou. Selecione o texto e copie-o.',
  link: 'O navegador não copiou. Selecione o link e copie-o.',
  key: 'O navegador não copiou. Selecione a chave e copie-a.',
} as const

export type CopiedThing = keyof typeof REFUSED

/** Returns whether it copied. */
export async function copyText(text: string, what: CopiedThing = 'text'): Promise<boolean> {
  const copied = await toClipboard(text)
  if (!copied) notify.warning(REFUSED[what])
  return copied
}
