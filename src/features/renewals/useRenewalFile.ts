/** The chosen file: read in a worker, its columns mapped, and the lines as this mapping reads them. */
import { useEffect, useRef, useState } from 'react'
import { missingFields, type RenewalField, type RenewalMapping } from '../../domain/renewals/columns.ts'
import type { ReadLines } from '../../domain/renewals/rows.ts'
import { LARGEST_FILE } from '../../domain/renewals/table.ts'
import { type RenewalFile, renewalFile } from '../../workers/renewal-file-bridge.ts'

export type ChosenFile =
  | { readonly kind: 'none'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly name: string }
  | {
      readonly kind: 'open'
      readonly file: File
      readonly headers: readonly string[]
      readonly mapping: RenewalMapping
      /** null while they are read. */
      readonly lines: ReadLines | null
    }

const TOO_LARGE = `O arquivo é grande demais: o limite é de ${LARGEST_FILE / 1024 / 1024} MB`
const NOT_READ = 'Não foi possível ler o arquivo. Escolha-o de novo.'
const NO_LINES: ReadLines = { good: [], refused: [] }

export function useRenewalFile() {
  const [chosen, setChosen] = useState<ChosenFile>({ kind: 'none', problem: null })
  const reader = useRef<RenewalFile | null>(null)
  useEffect(() => () => reader.current?.close(), [])

  const close = (problem: string | null) => {
    reader.current?.close()
    reader.current = null
    setChosen({ kind: 'none', problem })
  }

  /** A later choice of file or column takes the place of this one. */
  async function preview(from: RenewalFile, mapping: RenewalMapping): Promise<void> {
    const lines = missingFields(mapping).length > 0 ? NO_LINES : await from.preview(mapping, Date.now())
    if (reader.current !== from) return
    setChosen((now) => (now.kind === 'open' && now.mapping === mapping ? { ...now, lines } : now))
  }

  async function choose(file: File | null): Promise<void> {
    if (file === null) return
    close(null)
    if (file.size > LARGEST_FILE) return close(TOO_LARGE)
    const from = renewalFile()
    reader.current = from
    setChosen({ kind: 'reading', name: file.name })
    const opened = await from.open(file).catch(() => ({ kind: 'unreadable', message: NOT_READ }) as const)
    if (reader.current !== from) return
    if (opened.kind === 'unreadable') return close(opened.message)
    const { headers, mapping } = opened
    setChosen({ kind: 'open', file, headers, mapping, lines: null })
    await preview(from, mapping)
  }

  const map = (field: RenewalField, column: number | null) => {
    if (chosen.kind !== 'open' || reader.current === null) return
    const mapping = { ...chosen.mapping, [field]: column }
    setChosen({ ...chosen, mapping, lines: null })
    void preview(reader.current, mapping)
  }

  return { chosen, choose: (file: File | null) => void choose(file), map, clear: () => close(null) }
}
