/** The channels of Origem with their counts; VN, VU and VD under the internal one: docs/rules.md#channel-menus. */
import { Menu } from '@mantine/core'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { CHANNEL } from '../../domain/lead/channel-rules.ts'
import { VEHICLE_LINES } from '../../domain/lead/insurance-line.ts'
import { ORIGIN } from '../../domain/lead/status.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import type { Choice } from './board-choices.ts'
import { ChannelButton } from './ChannelButton.tsx'

export interface ChannelMenuProps {
  readonly view: BoardView
  readonly catalogues: Catalogues | undefined
  readonly channels: readonly Choice[]
  readonly counters: BoardCounters | null
  readonly onChoose: (view: BoardView) => void
}

const NONE = { total: 0, vn: 0, vu: 0, vd: 0 }

export function ChannelMenu({
  view,
  catalogues,
  channels,
  counters,
  onChoose,
  beginsOpened,
}: ChannelMenuProps & { readonly beginsOpened: boolean }) {
  const choose = (channelId?: number, insuranceId?: number) =>
    onChoose({
      kind: 'status',
      status: ORIGIN,
      ...(channelId === undefined ? {} : { channelId }),
      ...(insuranceId === undefined ? {} : { insuranceId }),
    })
  return (
    <Menu defaultOpened={beginsOpened} position="bottom-start" width={320}>
      <Menu.Target>
        <ChannelButton view={view} catalogues={catalogues} />
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Item
          onClick={() => choose()}
          rightSection={formatNumber(counters?.byStatus[ORIGIN]?.total ?? 0)}
        >
          Todos os canais
        </Menu.Item>
        <Menu.Divider />
        {channels.map(({ id, name }) => {
          const counts = counters?.byChannel[id] ?? NONE
          const byLine = [counts.vn, counts.vu, counts.vd]
          return (
            <div key={id}>
              <Menu.Item onClick={() => choose(id)} rightSection={formatNumber(counts.total)}>
                {name}
              </Menu.Item>
              {id === CHANNEL.internal
                ? VEHICLE_LINES.map((line, place) => (
                    <Menu.Item
                      key={line.id}
                      pl={32}
                      onClick={() => choose(id, line.id)}
                      rightSection={formatNumber(byLine[place] ?? 0)}
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
