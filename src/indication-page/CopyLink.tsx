/** Copies the link of a receipt, and says whether the browser did. */
import { useState } from 'react'
import { receiptLink } from '../domain/indication/receipt-code.ts'
import { toClipboard } from '../ui/copied.ts'

const WORDS = {
  before: 'Copiar link',
  copied: 'Link copiado',
  refused: 'Não foi possível copiar. Anote o código.',
} as const

/** `about` tells several buttons apart for who hears them. */
export function CopyLink({ code, about }: { readonly code: string; readonly about: string }) {
  const [state, setState] = useState<keyof typeof WORDS>('before')
  const copy = async () =>
    setState((await toClipboard(receiptLink(window.location.origin, code))) ? 'copied' : 'refused')
  return (
    <button type="button" className="button plain" onClick={() => void copy()}>
      <span role="status">{WORDS[state]}</span>
      <span className="unseen"> de {about}</span>
    </button>
  )
}
