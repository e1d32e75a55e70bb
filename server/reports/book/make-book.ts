/** The signed register of one month, read in one transaction that also writes the audit. docs/rules.md#proposal-book */
import {
  BOOK_FORMAT,
  type Book,
  type BookBody,
  bookSignedText,
} from '../../../src/domain/proposal-book/book.ts'
import { bookTable } from '../../../src/domain/proposal-book/book-table.ts'
import { sentProposals } from '../../../src/domain/reports/sent-proposals.ts'
import { daysOfMonth } from '../../../src/domain/time/calendar-months.ts'
import type { AppContext } from '../../context/app-context.ts'
import { notConfigured } from '../../context/refusal.ts'
import { sha256 } from '../../history/sha.ts'
import { presentedBrokerage } from '../../mail/brokerage.ts'
import { readSettings } from '../../queries/settings.ts'
import { audit } from '../../records/audit.ts'
import { readSentProposals } from '../calls/obligations.ts'

const NO_KEY =
  'Este servidor ainda não pode assinar: falta a chave dos aparelhos. Fale com quem cuida dele. A planilha e a impressão não precisam dela.'

interface Asked {
  readonly user: { readonly id: number; readonly name: string }
  /** YYYY-MM */
  readonly month: string
}

interface MadeBook {
  readonly book: Book
  /** The hash of all that is signed. */
  readonly code: string
}

/** Reads the primary: a register lacks no proposal that a replica has not got yet. Throws Refusal `unavailable` without a key. */
export function makeBook(context: AppContext, { user, month }: Asked): Promise<MadeBook> {
  const signer = context.deviceSecrets?.history ?? null
  if (signer === null) throw notConfigured(NO_KEY)
  return context.store.db.transaction().execute(async (tx) => {
    const { data } = await readSentProposals(tx, daysOfMonth(month))
    const body: BookBody = {
      format: BOOK_FORMAT,
      version: 1,
      brokerage: presentedBrokerage(context, await readSettings(tx)).name ?? '',
      month,
      made_at: new Date(context.now()).toISOString(),
      made_by: { id: user.id, name: user.name },
      ...(await bookTable(sha256, month, data)),
    }
    const text = bookSignedText(body)
    const code = sha256(text)
    await audit(tx, {
      user,
      action: 'export',
      entity: 'reports',
      id: sentProposals.path,
      before: null,
      after: { month, code },
    })
    return { book: { ...body, signature: { key: signer.publicKey, value: signer.sign(text) } }, code }
  })
}
