/** The button of the channel menu, which names the chosen channel. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { BoardView } from '../../domain/board/board-view.ts'

/** The channel that narrows Origem, in words. Null: none. */
function chosenChannel(view: BoardView, catalogues: Catalogues | undefined): string | null {
  if (view.kind !== 'status' || view.channelId === undefined) return null
  const channel = catalogues?.channels.get(view.channelId)?.name ?? ''
  const insurance = view.insuranceId === undefined ? undefined : catalogues?.insurances.get(view.insuranceId)
  return insurance === undefined ? channel : `${channel} · ${insurance}`
}

interface ChannelButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly view: BoardView
  readonly catalogues: Catalogues | undefined
}

export function ChannelButton({ view, catalogues, ...props }: ChannelButtonProps) {
  const chosen = chosenChannel(view, catalogues)
  return (
    <Button variant="default" size="sm" rightSection={<IconChevronDown size={16} aria-hidden />} {...props}>
      {chosen === null ? 'Todos os canais' : `Canal: ${chosen}`}
    </Button>
  )
}
