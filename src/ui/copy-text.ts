/** Copies to the clipboard and says so. Browsers refuse it without a tap, or outside https: the text stays selectable. */
import { notify } from './notify.ts'

interface CopyWords {
  readonly done: string
  readonly refused: string
}

const TEXT: CopyWords = {
  done: 'Texto copiado',
  refused: 'O navegador não copiou. Selecione o texto e copie-o.',
}

export async function copyText(text: string, { done, refused } = TEXT): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(done)
  } catch {
    notify.warning(refused)
  }
}
