/**
 * The lead that the address names and that this device does not mirror: the server's, to read. A list of a client's
 * leads or of a proposal's links here. docs/rules.md#lead-view
 */
import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { leadRoute } from '../../contract/board.ts'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { useAnswer } from '../../device/useAnswer.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { BoardSlots } from './board-slots.ts'
import { CardChips } from './CardChips.tsx'
import classes from './DistantLead.module.css'
import { LeadFacts } from './LeadFacts.tsx'

interface DistantLeadProps {
  /** Its number. */
  readonly id: number
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly slots: Pick<BoardSlots, 'history' | 'notice'>
  /** To the board. */
  readonly onLeave: () => void
}

export function DistantLead({ id, user, catalogues, slots, onLeave }: DistantLeadProps) {
  const answer = useAnswer(
    user.id,
    leadRoute,
    { params: { id } },
    {
      what: `o lead ${id}`,
      about: ({ uid, client_uid }) => [uid, client_uid],
    },
  )
  const nowMs = useCorrectedNow(user.id)
  const { value: lead, state, problem } = answer
  const home = (
    <Button variant="default" onClick={onLeave}>
      Ir para a Origem
    </Button>
  )
  if (state === 'loading') return <Skeleton height={320} role="status" aria-label="Buscando o lead" />
  if (lead === undefined)
    return (
      <>
        {slots.notice({ id })}
        <EmptyState
          drawing={problem?.isOffline === true ? 'lost' : 'search'}
          title={problem?.isOffline === true ? 'Este lead não está neste aparelho' : 'Lead não encontrado'}
          action={home}
        >
          {problem?.isOffline === true
            ? `O lead ${id} não está entre os que ficam guardados aqui. Abre quando houver conexão.`
            : `O lead ${id} não existe ou não está ao seu alcance.`}
        </EmptyState>
      </>
    )
  return (
    <article className={classes.root} aria-label={`Lead ${id}`}>
      {slots.notice({ id })}
      <Stack gap="md">
        <h2 className={classes.title}>
          Lead {id} · {lead.client_name}
        </h2>
        <Alert color="gray" icon={<IconEye />} p="sm" role="status">
          Este lead não está entre os deste aparelho: aqui ele pode ser lido, e não trabalhado.
        </Alert>
        <AnswerAge {...answer} />
        <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} />
      </Stack>
      <LeadFacts
        lead={lead}
        client={lead.client}
        file={lead.file_path === null ? 'none' : 'sent'}
        catalogues={catalogues}
        history={slots.history}
      />
      <div className={classes.foot}>{home}</div>
    </article>
  )
}
