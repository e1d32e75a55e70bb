/** Requests of data subjects in the scripted peer, as the server keeps them. docs/rules.md#data-requests */
import {
  answerDataRequestRoute,
  createDataRequestRoute,
  type DataRequest,
  dataRequestBodySchema,
  dataRequestRoute,
  dataRequestsRoute,
  removeDataRequestRoute,
  requestAnswerSchema,
} from '../../../src/contract/administration/data-requests.ts'
import type { Peer } from './peer.ts'
import { Refused } from './refused.ts'

export const aRequest = (changes: Partial<DataRequest> = {}): DataRequest => ({
  id: 1,
  revision: 1,
  client: { id: 11, name: 'Josefa Prado', uid: 'client-11', erased: false },
  name: 'Josefa Prado',
  contact: 'josefa@exemplo.com.br',
  kind: 'access',
  came_by: 'mail',
  details: '',
  received_on: '2026-11-18',
  created_by: null,
  answered_on: null,
  answered_by: null,
  outcome: null,
  answer: '',
  ...changes,
})

export class KeptRequests {
  rows: DataRequest[]
  /** By the form's uid: the number of its row. */
  readonly #made = new Map<string, number>()

  constructor(peer: Peer, rows: readonly DataRequest[] = []) {
    this.rows = [...rows]
    peer.answersBy(dataRequestsRoute, ({ query }) => {
      const isOpen = ({ answered_on }: DataRequest) => answered_on === null
      const state = query.get('state')
      const data = this.rows.filter((row) => state === null || isOpen(row) === (state === 'open'))
      return { data, meta: { total: data.length, open: this.rows.filter(isOpen).length } }
    })
    peer.answersBy(dataRequestRoute, ({ path }) => this.#row(path))
    peer.answersBy(createDataRequestRoute, ({ body }) => {
      const { uid = '' } = createDataRequestRoute.body.parse(body)
      const { client_id, ...fields } = dataRequestBodySchema.parse(body)
      const client = client_id === null ? null : aRequest().client
      const id = this.#made.get(uid) ?? this.rows.length + 1
      if (!this.#made.has(uid)) this.rows.push(aRequest({ ...fields, client, id }))
      this.#made.set(uid, id)
      return this.#row(`/${id}`)
    })
    peer.answersBy(answerDataRequestRoute, ({ path, body }) =>
      this.#change(path.replace('/answer', ''), requestAnswerSchema.parse(body)),
    )
    peer.answersBy(removeDataRequestRoute, ({ path }) => {
      const row = this.#row(path)
      this.rows = this.rows.filter((one) => one !== row)
      return { message: 'Excluído' }
    })
  }

  #row(path: string): DataRequest {
    const row = this.rows.find(({ id }) => id === Number(path.split('/').at(-1)))
    if (row === undefined) throw new Refused({ status: 404, code: 'not_found', message: 'Não encontrado.' })
    return row
  }

  #change(path: string, changes: Partial<DataRequest>): DataRequest {
    const row = this.#row(path)
    const next = { ...row, ...changes, revision: row.revision + 1 }
    this.rows = this.rows.map((one) => (one === row ? next : one))
    return next
  }
}
