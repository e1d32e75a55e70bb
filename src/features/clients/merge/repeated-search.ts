/** What 'Clientes repetidos' shows, as its address carries it. */
import { z } from 'zod'
import { tableSearchSchema } from '../../../ui/table/table-search.ts'

const uid = z.uuid().optional().catch(undefined)

/** `um` and `outro`: the clients that are compared. Without both the list shows. */
export const repeatedSearchSchema = tableSearchSchema.extend({ um: uid, outro: uid })
export type RepeatedSearch = z.infer<typeof repeatedSearchSchema>
