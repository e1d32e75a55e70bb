/** Copying: one piece of code does it, and a refusal of the browser is always said. */
import { beforeEach, expect, test, vi } from 'vitest'
import { copyText } from '../../../src/ui/copy-text.ts'
import { toasts } from '../../../src/ui/notify.ts'
import { screens } from './support/screens.ts'

beforeEach(() => toasts.close())

const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } })

test('a copied text is copied without words of its own', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  clipboard(writeText)
  expect(await copyText('Minha nota')).toBe(true)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Minha nota')
  expect(toasts.get()).toBeNull()
})

test.each([
  [undefined, 'O navegador não copiou. Selecione o texto e copie-o.'],
  ['link', 'O navegador não copiou. Selecione o link e copie-o.'],
  ['key', 'O navegador não copiou. Selecione a chave e copie-a.'],
] as const)('a refused %s is said', async (what, words) => {
  clipboard(() => Promise.reject(new DOMException('Denied', 'NotAllowedError')))
  expect(await copyText('x', what)).toBe(false)
  expect(toasts.get()?.message).toBe(words)
})

test('no screen copies or words a refusal by itself', () => {
  const own = screens.filter(({ text }) => /useClipboard|CopyButton\b|clipboard\.|não copiou/.test(text))
  expect(own.map(({ path }) => path)).toEqual([])
})
