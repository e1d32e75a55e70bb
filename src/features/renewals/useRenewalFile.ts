/** The chosen file: read in a worker, its columns mapped, and the lines as this mapping reads them. */
import { useEffect, useRef, useState } from 'react'
import { missingFields, type RenewalField, type RenewalMapping } from '../../domain/renewals/columns.ts'
import { LARGEST_FILE } from '../../domain/spreadsheet/table.ts'
import {
  type OpenedFile,
  type Preview,
  type RenewalFile,
  renewalFile,
} from '../../workers/renewal-file-bridge.ts'

export type ChosenFile =
  | { readonly kind: 'none'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly name: string }
  | OpenFile

export type OpenFile = Extract<OpenedFile, { kind: 'open' }> & {
  readonly file: File
  /** null while the lines are read. */
  readonly preview: Preview | null
}

const TOO_LARGE = `O arquivo é grande demais: o limite é de ${LARGEST_FILE / 1024 / 1024} MB`
const NOT_READ = 'Não foi possível ler o arquivo. Escolha-o de novo.'
const NO_LINES: Preview = { lines: { good: [], refused: [], blank: 0, total: 0 }, warnings: [] }

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
    const read = missingFields(mapping).length > 0 ? NO_LINES : await from.preview(mapping, Date.now())
    if (reader.current !== from) return
    setChosen((now) => (now.kind === 'open' && now.mapping === mapping ? { ...now, preview: read } : now))
  }

  async function choose(file: File | null, sheet: string | null): Promise<void> {
    if (file === null) return
    close(null)
    if (file.size > LARGEST_FILE) return close(TOO_LARGE)
    const from = renewalFile()
    reader.current = from
    setChosen({ kind: 'reading', name: file.name })
    const opened = await from
      .open(file, sheet)
      .catch(() => ({ kind: 'unreadable', message: NOT_READ }) as const)
    if (reader.current !== from) return
    if (opened.kind === 'unreadable') return close(opened.message)
    setChosen({ ...opened, file, preview: null })
    await preview(from, opened.mapping)
  }

  const map = (field: RenewalField, column: number | null) => {
    if (chosen.kind !== 'open' || reader.current === null) return
    const mapping = { ...chosen.mapping, [field]: column }
    const doubtful = chosen.doubtful.filter((name) => name !== field)
    setChosen({ ...chosen, mapping, doubtful, preview: null })
    void preview(reader.current, mapping)
  }

  return {
    chosen,
    choose: (file: File | null) => void choose(file, null),
    /** Another sheet of the same file. */
    chooseSheet: (sheet: string) => {
      if (chosen.kind === 'open') void choose(chosen.file, sheet)
    },
    map,
    clear: () => close(null),
  }
}
