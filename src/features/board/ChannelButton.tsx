/** The button of the channel menu. Only Origem has channels. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { ORIGIN } from '../../domain/lead/status.ts'
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'
import type { Choice } from './board-choices.ts'

export interface ChannelMenuProps {
  readonly view: BoardView
  readonly catalogues: Catalogues | undefined
  readonly channels: readonly Choice[]
  readonly counters: BoardCounters | null
  readonly onChoose: (view: BoardView) => void
}

/** The channel that narrows Origem, in words. Null: none. */
function chosenChannel(view: BoardView, catalogues: Catalogues | undefined): string | null {
  if (view.kind !== 'status' || view.channelId === undefined) return null
  const channel = catalogues?.channels.get(view.channelId)?.name ?? ''
  const insurance = view.insuranceId === undefined ? undefined : catalogues?.insurances.get(view.insuranceId)
  return insurance === undefined ? channel : `${channel} · ${insurance}`
}

interface ChannelButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>,
    Pick<ChannelMenuProps, 'view' | 'catalogues'> {}

export function ChannelButton({ view, catalogues, ...props }: ChannelButtonProps) {
  const chosen = chosenChannel(view, catalogues)
  return (
    <Button variant="default" size="sm" rightSection={<IconChevronDown size={16} aria-hidden />} {...props}>
      {chosen === null ? 'Todos os canais' : `Canal: ${chosen}`}
    </Button>
  )
}

const Menu = lazyOpened<ChannelMenuProps>(
  async () => (await import('./ChannelMenu.tsx')).ChannelMenu,
  ({ view, catalogues, onEarlyClick }) => (
    <ChannelButton view={view} catalogues={catalogues} onClick={onEarlyClick} />
  ),
)

export function ChannelSlot(props: ChannelMenuProps) {
  return props.view.kind === 'status' && props.view.status === ORIGIN ? <Menu {...props} /> : null
}
