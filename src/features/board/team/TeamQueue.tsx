/** The queue of one broker, each lead to choose: a tap, or a drag onto another broker's line. */
import { Checkbox, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useId } from 'react'
import type { DayItem, DayQueue } from '../../../domain/day/queue.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { statusLine } from '../../../domain/lead/status.ts'
import classes from './TeamScreen.module.css'

interface TeamQueueProps {
  readonly name: string
  /** null until it is known. */
  readonly queue: DayQueue | null
  readonly leads: ReadonlyMap<string, Lead>
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (uid: string) => void
  /** The lead is being dragged. Absent: nothing can be transferred now. */
  readonly onDrag?: (uid: string) => void
  readonly onDragEnd: () => void
}

export function TeamQueue({ name, queue, leads, chosen, onToggle, onDrag, onDragEnd }: TeamQueueProps) {
  if (queue === null) return <Skeleton height={88} mx="md" mb="md" />
  if (queue.items.length === 0) return <p className={classes.nothing}>{nothingWords(queue)}</p>
  return (
    <ul className={classes.queue} aria-label={`Fila de ${name}`}>
      {queue.items.map((item) => (
        <Line
          key={item.uid}
          item={item}
          lead={leads.get(item.uid)}
          checked={chosen.has(item.uid)}
          onToggle={() => onToggle(item.uid)}
          onDrag={onDrag === undefined ? undefined : () => onDrag(item.uid)}
          onDragEnd={onDragEnd}
        />
      ))}
    </ul>
  )
}

const nothingWords = ({ later }: DayQueue) =>
  later.length === 0 ? 'Dia em ordem.' : 'Nada atrasado. Os retornos de hoje ainda vêm.'

interface LineProps {
  readonly item: DayItem
  /** undefined until it is read. */
  readonly lead: Lead | undefined
  readonly checked: boolean
  readonly onToggle: () => void
  readonly onDrag: (() => void) | undefined
  readonly onDragEnd: () => void
}

function Line({ item, lead, checked, onToggle, onDrag, onDragEnd }: LineProps) {
  const id = useId()
  const name = lead?.client_name ?? ''
  // A mouse alone drags. The checkbox does the same for keys and fingers.
  const dragging =
    onDrag === undefined
      ? {}
      : {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', name)
            onDrag()
          },
          onDragEnd,
        }
  return (
    <li className={classes.item} {...dragging}>
      <label className={classes.choice} htmlFor={id}>
        <Checkbox id={id} aria-label={`Escolher ${name}`} checked={checked} onChange={onToggle} size="sm" />
        <span className={classes.words}>
          <span className={classes.client}>{name}</span>
          <span className={classes.facts}>
            {lead === undefined
              ? ''
              : `${lead.id === null ? 'Nº pendente' : `Nº ${lead.id}`} · ${statusLine(lead.status).label}`}
          </span>
        </span>
        <span className={classes.why} data-kind={item.kind}>
          {item.reason}
        </span>
      </label>
      {lead === undefined || lead.id === null ? null : (
        <Link to="/" search={{ lead: lead.id }} className={classes.view} aria-label={`Ver o lead de ${name}`}>
          <IconEye size={18} aria-hidden />
        </Link>
      )}
    </li>
  )
}
