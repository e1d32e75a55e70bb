/** 'Indicação' for roles 4 to 7: their referrals with state, status and dates. Live, with or without a network. */

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { labelOf } from '../../domain/lead/field-words.ts'
import { isDealership } from '../../domain/permissions/roles.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { reportFirstScreen } from '../../opening/first-screen.ts'
import { useIsGrowing } from '../../opening/useFirstPull.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'
import classes from './ReferralsScreen.module.css'
import { referralColumns } from './referral-columns.tsx'
import { isWanted, type Referral, readReferrals, type StateFilter } from './referrals.ts'

/** The newest first, which is the order of the mirror's read. */
const NEWEST = { page: 1, perPage: 25, sort: null }
/** The table is wider than half a screen: beside the form it fits only very wide screens. */
const CARDS = '(max-width: 125em)'

const STATES: Readonly<Record<string, StateFilter>> = { all: 'all', '1': 1, '2': 2, '3': 3 }
const STATE_LABELS = [
  { value: 'all', label: 'Todas' },
  { value: '1', label: 'Origem' },
  { value: '2', label: 'Em atendimento' },
  { value: '3', label: 'Finalizadas' },
]

const SEARCH = 'Buscar por cliente, CPF ou número'

interface ReferralsScreenProps {
  readonly user: SessionUser
  /** The form of a new referral. */
  readonly form: ReactNode
}

/** From this width the form is beside the list. Below it one of them fills the screen, and the form keeps its text. */
const BESIDE = '(min-width: 68em)'

export function ReferralsScreen({ user, form }: ReferralsScreenProps) {
  const referrals = useLiveQuery(async () => readReferrals(user.id), [user.id])
  const beside = useScreenQuery(BESIDE)
  const [shown, setShown] = useState('form')
  const total = referrals === undefined ? '' : ` (${formatNumber(referrals.length)})`
  const list = <ReferralList user={user} referrals={referrals} />
  const read = referrals !== undefined
  useEffect(() => {
    if (read) reportFirstScreen()
  }, [read])
  if (beside)
    return (
      <div className={classes.beside}>
        <div className={classes.form}>{form}</div>
        {list}
      </div>
    )
  return (
    <>
      <div className={classes.choice}>
        <SegmentedControl
          aria-label="O que mostrar"
          fullWidth
          value={shown}
          onChange={setShown}
          data={[
            { value: 'form', label: 'Nova indicação' },
            { value: 'list', label: `Indicações${total}` },
          ]}
        />
      </div>
      <div hidden={shown !== 'form'}>{form}</div>
      {shown === 'list' ? list : null}
    </>
  )
}

interface ReferralListProps {
  readonly user: SessionUser
  /** Undefined until the first read. */
  readonly referrals: readonly Referral[] | undefined
}

function ReferralList({ user, referrals }: ReferralListProps) {
  const [text, setText] = useState('')
  const [state, setState] = useState('all')
  const [place, setPlace] = useState<TableState>(NEWEST)
  const found = referrals?.filter((referral) => isWanted(referral, text, STATES[state] ?? 'all'))
  const isPartner = isDealership(roleOf(user))
  const isGrowing = useIsGrowing(user.id)
  const title = isPartner ? 'Indicações da concessionária' : 'Minhas indicações'
  const find = (nextText: string, nextState: string) => {
    setText(nextText)
    setState(nextState)
    setPlace({ ...place, page: 1 })
  }

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {title}
          <span className={classes.count} aria-live="polite">
            {found === undefined ? '' : formatNumber(found.length)}
          </span>
        </h2>
        <TextInput
          aria-label={SEARCH}
          placeholder={SEARCH}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => find(event.currentTarget.value, state)}
          className={classes.search ?? ''}
        />
        <SegmentedControl
          aria-label={labelOf('state')}
          value={state}
          onChange={(next) => find(text, next)}
          data={STATE_LABELS}
          className={classes.states ?? ''}
        />
      </div>
      <DataTable<Referral>
        label={title}
        columns={referralColumns(isPartner)}
        rows={found}
        idOf={({ lead }) => lead.uid}
        state={place}
        onState={setPlace}
        cardsIn={CARDS}
        empty={
          isGrowing ? (
            <EmptyState drawing="calm" title="Nada aqui por enquanto">
              Suas indicações ainda estão chegando a este aparelho e aparecem aqui sozinhas.
            </EmptyState>
          ) : referrals?.length === 0 ? (
            <EmptyState drawing="calm" title="Nenhuma indicação ainda">
              Suas indicações aparecem aqui, com o andamento de cada uma.
            </EmptyState>
          ) : (
            <EmptyState
              drawing="search"
              title="Nenhuma indicação encontrada"
              action={
                <Button variant="default" onClick={() => find('', 'all')}>
                  Mostrar todas
                </Button>
              }
            >
              Confira a busca e o estado.
            </EmptyState>
          )
        }
      />
    </div>
  )
}
