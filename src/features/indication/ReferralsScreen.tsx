/** 'Indicação' for roles 4 to 7: their referrals with state, status and dates. Live, with or without a network. */

import { Button, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { labelOf } from '../../domain/lead/field-words.ts'
import { roleOf, type SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { reportFirstScreen } from '../../workers/first-screen.ts'
import { ReferralCards } from './ReferralCards.tsx'
import classes from './ReferralsScreen.module.css'
import { ReferralTable } from './ReferralTable.tsx'
import { isWanted, type Referral, readReferrals, type StateFilter } from './referrals.ts'

/** Further rows are found by the search: the page stays light on an old tablet. */
const SHOWN = 300

const STATES: Readonly<Record<string, StateFilter>> = { all: 'all', '1': 1, '2': 2, '3': 3 }
const STATE_LABELS = [
  { value: 'all', label: 'Todas' },
  { value: '1', label: 'Origem' },
  { value: '2', label: 'Em atendimento' },
  { value: '3', label: 'Finalizadas' },
]

const SEARCH = 'Buscar por cliente, CPF ou número'
const count = new Intl.NumberFormat('pt-BR')

/** Placeholder rows or cards until the first read. */
function ReferralSkeleton({ wide }: { wide: boolean }) {
  return (
    <Stack gap={wide ? 'xs' : 'md'} aria-hidden>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height={wide ? 40 : 132} animate={false} />
      ))}
    </Stack>
  )
}

interface ReferralsScreenProps {
  readonly user: SessionUser
  /** The form of a new referral. */
  readonly form: ReactNode
}

/** From this width the form is beside the list. Below it one of them fills the screen, and the form keeps its text. */
const BESIDE = '(min-width: 68em)'

export function ReferralsScreen({ user, form }: ReferralsScreenProps) {
  const referrals = useLiveQuery(async () => readReferrals(user.id), [user.id])
  const beside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false }) ?? true
  const [shown, setShown] = useState('form')
  const total = referrals === undefined ? '' : ` (${count.format(referrals.length)})`
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
  // The table is wider than half a screen: beside the form it fits only very wide screens.
  const wide = useMediaQuery('(min-width: 125em)', undefined, { getInitialValueInEffect: false }) ?? true
  const found = (referrals ?? []).filter((referral) => isWanted(referral, text, STATES[state] ?? 'all'))
  const shown = found.slice(0, SHOWN)
  const isPartner = roleOf(user) === 4
  const showAll = () => {
    setText('')
    setState('all')
  }

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {isPartner ? 'Indicações da concessionária' : 'Minhas indicações'}
          <span className={classes.count} aria-live="polite">
            {referrals === undefined ? '' : count.format(found.length)}
          </span>
        </h2>
        <TextInput
          aria-label={SEARCH}
          placeholder={SEARCH}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes.search ?? ''}
        />
        <SegmentedControl
          aria-label={labelOf('state')}
          value={state}
          onChange={setState}
          data={STATE_LABELS}
          className={classes.states ?? ''}
        />
      </div>
      {referrals === undefined ? (
        <ReferralSkeleton wide={wide} />
      ) : referrals.length === 0 ? (
        <EmptyState drawing="calm" title="Nenhuma indicação ainda">
          Suas indicações aparecem aqui, com o andamento de cada uma.
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState
          drawing="search"
          title="Nenhuma indicação encontrada"
          action={
            <Button variant="default" onClick={showAll}>
              Mostrar todas
            </Button>
          }
        >
          Confira a busca e o estado.
        </EmptyState>
      ) : wide ? (
        <ReferralTable referrals={shown} withInviter={isPartner} />
      ) : (
        <ReferralCards referrals={shown} withInviter={isPartner} />
      )}
      {found.length > SHOWN ? (
        <p className={classes.more}>Mostrando as {SHOWN} mais recentes. Use a busca para achar as outras.</p>
      ) : null}
    </div>
  )
}
