/** The channels of Origem with their counts; VN, VU and VD under the internal one: docs/rules.md#channel-menus. */
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { INTERNAL_CHANNEL } from '../../domain/lead/channel-rules.ts'
import { VEHICLE_LINES } from '../../domain/lead/insurance-line.ts'
import { ORIGIN } from '../../domain/lead/status.ts'
import type { Choice } from './board-choices.ts'

interface ChannelMenuProps {
  readonly view: BoardView
  readonly catalogues: Catalogues | undefined
  readonly channels: readonly Choice[]
  readonly counters: BoardCounters | null
  readonly onChoose: (view: BoardView) => void
}

const count = new Intl.NumberFormat('pt-BR')
const NONE = { total: 0, vn: 0, vu: 0, vd: 0 }

/** The channel that narrows Origem, in words. Null: none. */
function chosenChannel(view: BoardView, catalogues: Catalogues | undefined): string | null {
  if (view.kind !== 'status' || view.channelId === undefined) return null
  const channel = catalogues?.channels.get(view.channelId)?.name ?? ''
  const insurance = view.insuranceId === undefined ? undefined : catalogues?.insurances.get(view.insuranceId)
  return insurance === undefined ? channel : `${channel} · ${insurance}`
}

/** Only Origem has channels. */
export function ChannelMenu({ view, catalogues, channels, counters, onChoose }: ChannelMenuProps) {
  if (view.kind !== 'status' || view.status !== ORIGIN) return null
  const chosen = chosenChannel(view, catalogues)
  const choose = (channelId?: number, insuranceId?: number) =>
    onChoose({
      kind: 'status',
      status: ORIGIN,
      ...(channelId === undefined ? {} : { channelId }),
      ...(insuranceId === undefined ? {} : { insuranceId }),
    })
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <Button variant="default" size="sm" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {chosen === null ? 'Todos os canais' : `Canal: ${chosen}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Item
          onClick={() => choose()}
          rightSection={count.format(counters?.byStatus[ORIGIN]?.total ?? 0)}
        >
          Todos os canais
        </Menu.Item>
        <Menu.Divider />
        {channels.map(({ id, name }) => {
          const counts = counters?.byChannel[id] ?? NONE
          const byLine = [counts.vn, counts.vu, counts.vd]
          return (
            <div key={id}>
              <Menu.Item onClick={() => choose(id)} rightSection={count.format(counts.total)}>
                {name}
              </Menu.Item>
              {id === INTERNAL_CHANNEL
                ? VEHICLE_LINES.map((line, place) => (
                    <Menu.Item
                      key={line.id}
                      pl={32}
                      onClick={() => choose(id, line.id)}
                      rightSection={count.format(byLine[place] ?? 0)}
                    >
                      {line.short} · {line.name}
                    </Menu.Item>
                  ))
                : null}
            </div>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
