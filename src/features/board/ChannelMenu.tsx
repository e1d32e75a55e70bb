/** Origem's channels with what waits in each; VN, VU and VD under the internal one (ruling 4). */
import { Menu } from '@mantine/core'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { INTERNAL_CHANNEL } from '../../domain/lead/channel-rules.ts'
import { VEHICLE_LINES } from '../../domain/lead/insurance-line.ts'

export interface ChannelChoice {
  readonly id: number
  readonly name: string
}

interface ChannelMenuProps {
  readonly channels: readonly ChannelChoice[]
  readonly counters: BoardCounters | null
  readonly onChoose: (view: BoardView) => void
}

const ORIGIN = 1
const NONE = { total: 0, vn: 0, vu: 0, vd: 0 }

export function ChannelMenu({ channels, counters, onChoose }: ChannelMenuProps) {
  const choose = (channelId?: number, insuranceId?: number) =>
    onChoose({
      kind: 'status',
      status: ORIGIN,
      ...(channelId === undefined ? {} : { channelId }),
      ...(insuranceId === undefined ? {} : { insuranceId }),
    })
  return (
    <>
      <Menu.Item onClick={() => choose()} rightSection={counters?.byStatus[ORIGIN]?.total ?? 0}>
        Todos os canais
      </Menu.Item>
      <Menu.Divider />
      {channels.map(({ id, name }) => {
        const counts = counters?.byChannel[id] ?? NONE
        const byLine = [counts.vn, counts.vu, counts.vd]
        return (
          <div key={id}>
            <Menu.Item onClick={() => choose(id)} rightSection={counts.total}>
              {name}
            </Menu.Item>
            {id === INTERNAL_CHANNEL
              ? VEHICLE_LINES.map((line, place) => (
                  <Menu.Item
                    key={line.id}
                    pl={32}
                    onClick={() => choose(id, line.id)}
                    rightSection={byLine[place]}
                  >
                    {line.short} · {line.name}
                  </Menu.Item>
                ))
              : null}
          </div>
        )
      })}
    </>
  )
}
