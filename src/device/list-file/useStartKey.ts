/** The key of an import's start: the same question has the same one, so that a lost answer begins nothing twice. docs/rules.md#sent-again */
import { useRef } from 'react'

interface Asked {
  readonly file: File
  readonly said: string
  readonly key: string
}

export function useStartKey() {
  const asked = useRef<Asked | null>(null)
  return {
    /** `rest`: everything else that is sent with the file. */
    keyOf: (file: File, rest: unknown): string => {
      const said = JSON.stringify(rest)
      const last = asked.current
      if (last?.file === file && last.said === said) return last.key
      const key = crypto.randomUUID()
      asked.current = { file, said, key }
      return key
    },
    /** The server refused the start, so that nothing was begun with the key. */
    forget: () => {
      asked.current = null
    },
  }
}

/** Of a start that was sent again after its import had ended. */
export const ALREADY_DONE = 'Este arquivo já foi importado: veja em Últimas importações'

export type StartKey = ReturnType<typeof useStartKey>
