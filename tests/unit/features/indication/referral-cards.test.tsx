/** A referral as its inviter sees it. */
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { labelOf } from '../../../../src/domain/lead/field-words.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { referralColumns } from '../../../../src/features/indication/referral-columns.tsx'
import { RowCards } from '../../../../src/ui/table/RowCards.tsx'
import { theme } from '../../../../src/ui/theme.ts'
import { aLead } from '../../domain/fixtures.ts'

const columns = referralColumns(false)
const referralOf = (lead: Lead) => ({
  lead,
  insured: 'Residencial',
  inviter: 'Sandra Prado',
  broker: '',
  queueState: undefined,
})

const cardOf = (lead: Lead) => (
  <RowCards
    label="Minhas indicações"
    columns={columns}
    rows={[referralOf(lead)]}
    idOf={({ lead: { uid } }) => uid}
    open={[]}
    onOpen={() => {}}
    sort={null}
    onSort={() => {}}
    paging={{ page: 1, totalRecords: 1, recordsPerPage: 25, onPageChange: () => {} }}
  />
)

const rowOf = (lead: Lead) => columns.map(({ key, cell }) => <p key={key}>{cell(referralOf(lead))}</p>)

/** Returns the texts of what is rendered, in order. */
function wordsOf(content: ReactNode): string[] {
  const markup = renderToStaticMarkup(<MantineProvider theme={theme}>{content}</MantineProvider>)
  return markup
    .replace(/<style.*?<\/style>/gs, '')
    .split(/<[^>]*>/)
    .filter((word) => word.trim() !== '')
}

const STATES: readonly [Partial<Lead>, string][] = [
  [{ state: 1, status: 1 }, 'Origem'],
  [{ state: 2, status: 2 }, 'Negociação'],
  [{ state: 3, status: 6, sold: 1 }, 'Vendido'],
  [{ state: 3, status: 6, sold: 0 }, 'Não vendido'],
]

test.each(STATES)('card and row show the state of %j once as %s', (changes, label) => {
  for (const contentOf of [cardOf, rowOf]) {
    const words = wordsOf(contentOf(aLead(changes)))
    expect(words.filter((word) => word === label)).toEqual([label])
    for (const other of ['Estado', 'Em atendimento', 'Finalizado']) expect(words).not.toContain(other)
  }
})

test('a card names no fact that is not known', () => {
  const words = wordsOf(cardOf(aLead({ capture_date: null, end_lead_date: null, indication_on_time: 1 })))
  expect(words).toContain(labelOf('insurance_id'))
  expect(words).toContain('No prazo')
  for (const label of [labelOf('broker_id'), labelOf('capture_date'), labelOf('end_lead_date'), '—'])
    expect(words).not.toContain(label)
})
