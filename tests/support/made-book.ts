/** Books of proposals as a server makes them, signed by a key of the test. */
import { BOOK_FORMAT, type Book, type BookBody, bookSignedText } from '../../src/domain/proposal-book/book.ts'
import { bookTable } from '../../src/domain/proposal-book/book-table.ts'
import type { SentProposal } from '../../src/domain/reports/sent-proposals.ts'
import { type Key, sha } from './made-dossier.ts'

export const aProposal = (id: number, more: Partial<SentProposal> = {}): SentProposal => ({
  id,
  lead_id: 100 + id,
  client_name: `Cliente ${id}`,
  client_cpf: '52998224725',
  broker_name: 'Bruna Dias',
  insurance_name: 'Auto',
  insurer_name: 'Porto Seguro',
  product: 'Fiat Pulse',
  sent_on: '2026-10-05',
  until: '2026-10-30',
  outcome: 'fulfilled',
  done_on: '2026-10-12',
  answer: 'Aceita por e-mail',
  note: '',
  ...more,
})

export const PROPOSALS: readonly SentProposal[] = [
  aProposal(7, { client_name: 'Ana Souza' }),
  aProposal(8, { client_name: 'Bia Lima', sent_on: '2026-10-20', outcome: null, done_on: null, answer: '' }),
  aProposal(9, { client_name: 'Dados apagados', client_cpf: '', outcome: 'erased', sent_on: '2026-10-31' }),
]

export async function aBook(
  key: Key,
  proposals: readonly SentProposal[] = PROPOSALS,
  more: Partial<BookBody> = {},
): Promise<Book> {
  const body: BookBody = {
    format: BOOK_FORMAT,
    version: 1,
    brokerage: 'Corretora do Teste',
    month: '2026-10',
    made_at: '2026-11-03T12:00:00.000Z',
    made_by: { id: 1, name: 'Ana Martins' },
    ...(await bookTable(sha, '2026-10', proposals)),
    ...more,
  }
  return { ...body, signature: { key: key.publicKey, value: await key.sign(bookSignedText(body)) } }
}
