/** 'Indicação' for roles 4 to 7: their own referrals with state, status and dates. Live, and the same without a network. */
import { SegmentedControl, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { openMirror } from '../../db/mirror.ts'
import { allLeads, catalogue } from '../../db/reads.ts'
import { foldText } from '../../domain/board/fold.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { roleOf, type SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ReferralCards } from './ReferralCards.tsx'
import classes from './ReferralsScreen.module.css'
import { type Referral, ReferralTable } from './ReferralTable.tsx'

type StateFilter = 'all' | '1' | '2' | '3'

/** Rows past this are reached by searching: the page stays light on an old tablet. */
const SHOWN = 300

async function read(userId: number): Promise<Referral[]> {
  const db = openMirror(userId)
  const [leads, insurances, users] = await Promise.all([
    allLeads(db),
    catalogue(db, 'insurance'),
    catalogue(db, 'user'),
  ])
  const insurance = new Map(insurances.map((row) => [row.id, row.name]))
  const user = new Map(users.map((row) => [row.id, row.name]))
  return leads
    .map((lead) => ({
      lead,
      insurance: lead.insurance_id === null ? '' : (insurance.get(lead.insurance_id) ?? ''),
      broker: lead.broker_id === null ? '' : (user.get(lead.broker_id) ?? ''),
    }))
    .sort((a, b) => Date.parse(b.lead.create_lead_date) - Date.parse(a.lead.create_lead_date))
}

function matches(lead: Lead, text: string, state: StateFilter): boolean {
  if (state !== 'all' && String(lead.state) !== state) return false
  return text === '' || foldText(lead.client_name).includes(text) || String(lead.id ?? '').startsWith(text)
}

export function ReferralsScreen({ user }: { user: SessionUser }) {
  const referrals = useLiveQuery(() => read(user.id), [user.id])
  const [text, setText] = useState('')
  const [state, setState] = useState<StateFilter>('all')
  const wide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false }) ?? true
  if (referrals === undefined) return null
  const folded = foldText(text)
  const found = referrals.filter(({ lead }) => matches(lead, folded, state))
  const shown = found.slice(0, SHOWN)

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {roleOf(user) === 4 ? 'Indicações da concessionária' : 'Minhas indicações'}
          <span className={classes.count}>{found.length}</span>
        </h2>
        <TextInput
          aria-label="Buscar por cliente ou número"
          placeholder="Buscar por cliente ou número"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes.search ?? ''}
        />
        <SegmentedControl
          aria-label="Estado"
          value={state}
          onChange={(value) => setState(value as StateFilter)}
          data={[
            { value: 'all', label: 'Todas' },
            { value: '1', label: 'Origem' },
            { value: '2', label: 'Em atendimento' },
            { value: '3', label: 'Finalizadas' },
          ]}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState
          drawing={referrals.length === 0 ? 'calm' : 'search'}
          title={referrals.length === 0 ? 'Nenhuma indicação ainda' : 'Nenhuma indicação encontrada'}
        >
          {referrals.length === 0
            ? 'Suas indicações aparecem aqui, com o andamento de cada uma.'
            : 'Mude a busca ou o estado.'}
        </EmptyState>
      ) : wide ? (
        <ReferralTable referrals={shown} />
      ) : (
        <ReferralCards referrals={shown} />
      )}
      {found.length > SHOWN ? (
        <p className={classes.more}>Mostrando as {SHOWN} mais recentes. Use a busca para achar as outras.</p>
      ) : null}
    </div>
  )
}
