/** For a button that says 'Copiado' once it has copied. */
import { useState } from 'react'
import { type CopiedThing, copyText } from './copy-text.ts'

interface Copied {
  /** Whether this text was the last that was copied here. */
  readonly isCopied: boolean
  readonly copy: () => Promise<void>
}

export function useCopied(text: string, what?: CopiedThing): Copied {
  const [copied, setCopied] = useState<string | null>(null)
  return {
    isCopied: copied === text,
    copy: async () => {
      if (await copyText(text, what)) setCopied(text)
    },
  }
}
