/** A referral as its inviter sees it. */
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { ReferralCards } from '../../../../src/features/indication/ReferralCards.tsx'
import { ReferralTable } from '../../../../src/features/indication/ReferralTable.tsx'
import { theme } from '../../../../src/ui/theme.ts'
import { aLead } from '../../domain/fixtures.ts'

type List = typeof ReferralCards | typeof ReferralTable

/** Returns the texts of the rendered referral, in order. */
function wordsOf(List: List, lead: Lead): string[] {
  const referral = { lead, insured: 'Residencial', inviter: 'Sandra Prado', broker: '', mark: undefined }
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme}>
      <List referrals={[referral]} withInviter={false} />
    </MantineProvider>,
  )
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

test.each(STATES)('card and table show the state of %j once as %s', (changes, label) => {
  for (const List of [ReferralCards, ReferralTable]) {
    const words = wordsOf(List, aLead(changes))
    expect(words.filter((word) => word === label)).toEqual([label])
    for (const other of ['Estado', 'Em atendimento', 'Finalizado']) expect(words).not.toContain(other)
  }
})
