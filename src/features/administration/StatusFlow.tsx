/** The order of the statuses in a channel. Origem is the first and Finalizado the last; the others move by buttons. */
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { statusLine } from '../../domain/lead/status.ts'
import classes from './StatusFlow.module.css'

interface StatusFlowProps {
  readonly label: string
  readonly value: readonly number[]
  readonly onChange: (flow: number[]) => void
}

export function StatusFlow({ label: name, value, onChange }: StatusFlowProps) {
  const move = (place: number, by: -1 | 1) => {
    const next = [...value]
    const [moved] = next.splice(place, 1)
    if (moved !== undefined) next.splice(place + by, 0, moved)
    onChange(next)
  }
  return (
    <div>
      <Text size="sm" fw={640} mb={4}>
        {name}
      </Text>
      <ol className={classes.list} aria-label={name}>
        {value.map((status, place) => {
          const { label } = statusLine(status)
          const isFixed = place === 0 || place === value.length - 1
          return (
            <li key={status} className={classes.line}>
              <span>
                {place + 1}. {label}
              </span>
              {isFixed ? null : (
                <Group gap={4}>
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Subir ${label}`}
                    data-hint={`Subir ${label}`}
                    disabled={place === 1}
                    onClick={() => move(place, -1)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Descer ${label}`}
                    data-hint={`Descer ${label}`}
                    disabled={place === value.length - 2}
                    onClick={() => move(place, 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                </Group>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
