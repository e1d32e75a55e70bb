/** A page of the pairs that may be one person. The list of clients asks for the first one, and shows its number. */
import { type ClientPair, clientDuplicatesRoute } from '../../../contract/client-merges.ts'
import { useAnswer } from '../../../device/useAnswer.ts'

/** What is deleted with a client that leaves the device. */
const about = ({ data }: { readonly data: readonly ClientPair[] }) =>
  data.flatMap(({ older, younger }) => [older.client.uid, younger.client.uid])

export const FIRST_PAIRS = { page: 1, perPage: 10 }

interface Pairs {
  readonly page: number
  readonly perPage: number
  readonly version: number
}

/** Another `version` asks anew. */
export const useDuplicates = (userId: number, { page, perPage, version }: Pairs) =>
  useAnswer(
    userId,
    clientDuplicatesRoute,
    { query: { page, per_page: perPage } },
    { what: 'ver os clientes repetidos', about, keeps: page === 1, version },
  )
