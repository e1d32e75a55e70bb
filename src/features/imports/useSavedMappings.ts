/** The mappings that were saved by name, of one list. */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import {
  importMappingsRoute,
  removeImportMappingRoute,
  type ImportMapping as SavedMapping,
  saveImportMappingRoute,
} from '../../contract/imports.ts'
import { failureWords, online } from '../../device/online.ts'
import type { ImportList } from '../../domain/imports/lists.ts'
import type { SavedHeaders } from '../../domain/imports/saved-mapping.ts'
import type { DayOrders } from '../../domain/spreadsheet/day-order.ts'

const stored = () => online((token) => call(importMappingsRoute, { token }))

interface NewMapping {
  readonly list: ImportList
  readonly name: string
  readonly source: string
  readonly headers: SavedHeaders
  readonly day_orders: DayOrders
}

export function useSavedMappings(list: ImportList) {
  const [all, setAll] = useState<readonly SavedMapping[]>([])
  const take = useCallback((result: Awaited<ReturnType<typeof stored>>) => {
    if (result.kind === 'ok') setAll(result.value.data)
  }, [])
  useEffect(() => {
    let gone = false
    void stored().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [take])
  /** Returns what went wrong, or null. */
  const save = async ({ headers, day_orders, ...mapping }: NewMapping): Promise<string | null> => {
    const body = { ...mapping, headers: { ...headers }, day_orders: { ...day_orders } }
    const result = await online((token) => call(saveImportMappingRoute, { token, body }))
    take(await stored())
    return failureWords(result, 'salvar o mapeamento', 'o mapeamento foi salvo')
  }
  const remove = async (id: number): Promise<string | null> => {
    const result = await online((token) => call(removeImportMappingRoute, { token, params: { id } }))
    take(await stored())
    return failureWords(result, 'excluir o mapeamento', 'o mapeamento foi excluído')
  }
  return { mappings: all.filter((mapping) => mapping.list === list), save, remove }
}
