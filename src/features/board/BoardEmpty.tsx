/** The empty state of a view: why it is empty, and what the user can do. */

import { Button } from '@mantine/core'
import type { BoardView } from '../../domain/board/board-view.ts'
import { ORIGIN } from '../../domain/lead/status.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ORIGIN_VIEW } from './stored-view.ts'

const NO_SCHEDULES = {
  own: 'Nenhum agendamento seu em aberto',
  free: 'Nenhum agendamento livre',
  all: 'Nenhum agendamento em aberto',
} as const

interface BoardEmptyProps {
  readonly view: BoardView
  /** Leads are still missing on this device. */
  readonly isGrowing: boolean
  readonly onChoose: (view: BoardView) => void
}

export function BoardEmpty({ view, isGrowing, onChoose }: BoardEmptyProps) {
  const toOrigin = (words: string) => (
    <Button variant="default" onClick={() => onChoose(ORIGIN_VIEW)}>
      {words}
    </Button>
  )
  if (isGrowing)
    return (
      <EmptyState drawing="calm" title="Nada aqui por enquanto">
        Seus leads ainda estão chegando a este aparelho e aparecem aqui sozinhos.
      </EmptyState>
    )
  if (view.kind === 'results')
    return (
      <EmptyState drawing="search" title="Nenhum lead encontrado" action={toOrigin('Voltar à Origem')}>
        Confira os filtros: talvez um a menos já baste.
      </EmptyState>
    )
  if (view.kind === 'schedules')
    return (
      <EmptyState
        drawing="calm"
        title={`${NO_SCHEDULES[view.whose ?? 'all']}${view.sevenDays ? ' nos próximos sete dias' : ''}`}
        action={toOrigin('Ir para a Origem')}
      >
        Agende um retorno pelo botão de calendário de um lead em atendimento.
      </EmptyState>
    )
  if (view.status === ORIGIN)
    return (
      <EmptyState
        drawing="done"
        title="Nenhum lead esperando"
        {...(view.channelId === undefined ? {} : { action: toOrigin('Ver todos os canais') })}
      >
        Os novos aparecem aqui sozinhos.
      </EmptyState>
    )
  return (
    <EmptyState drawing="done" title="Nada por aqui" action={toOrigin('Ir para a Origem')}>
      Nenhum lead nesta etapa agora.
    </EmptyState>
  )
}
