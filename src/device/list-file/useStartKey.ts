/** The key of an import's start: the same question has the same one, so that a lost answer begins nothing twice. docs/rules.md#sent-again */
import { useRef } from 'react'
import type { ImportState } from '../../contract/imports.ts'

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

/** A start that is sent again answers the import that it began before, which may have ended since. */
export const startedWords = (state: ImportState): string =>
  state === 'preparing' || state === 'running'
    ? 'Importação iniciada'
    : state === 'done'
      ? 'Este arquivo já foi importado: veja em Últimas importações'
      : 'A importação deste arquivo já começou antes e não está mais em andamento: veja em Últimas importações'

export type StartKey = ReturnType<typeof useStartKey>
