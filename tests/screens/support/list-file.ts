/** Chooses a file of lines on a mounted screen, as the browser's own dialog does. */
import { vi } from 'vitest'
import { userEvent } from 'vitest/browser'

export async function chooseFile(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const input = await vi.waitUntil(() => document.querySelector('input[type=file]'), { timeout: 20_000 })
  await userEvent.upload(input, new File([content], name, { type: 'text/csv' }))
}
