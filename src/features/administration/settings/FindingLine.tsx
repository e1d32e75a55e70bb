/** One finding: its state by chip or icon and in words, and what to do. */
import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FINDING_GROUPS, type Finding } from '../../../contract/administration/findings.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import classes from './Health.module.css'

interface FindingLineProps {
  readonly finding: Finding
  /** Names its group. */
  readonly withGroup?: boolean
  /** What a person may do about it here. */
  readonly children?: ReactNode
}

export function FindingLine({ finding, withGroup = false, children }: FindingLineProps) {
  const { state, group, what, value, to_do } = finding
  if (state === 'good')
    return (
      <li className={classes.calm}>
        <IconCheck size={16} className={classes.check ?? ''} aria-hidden />
        <VisuallyHidden>Em ordem: </VisuallyHidden>
        <Text size="sm" className={classes.what ?? ''}>
          {what}
        </Text>
        <Value value={value} />
      </li>
    )
  const isProblem = state === 'problem'
  return (
    <li>
      <Group gap="xs" mb={4}>
        <SoftChip
          color={isProblem ? 'red' : 'amber'}
          icon={isProblem ? <IconAlertTriangle size={14} /> : <IconInfoCircle size={14} />}
        >
          {isProblem ? 'Problema' : 'Aviso'}
        </SoftChip>
        {withGroup ? (
          <Text size="sm" c="dimmed">
            {FINDING_GROUPS[group]}
          </Text>
        ) : null}
        <Value value={value} />
      </Group>
      <Text fw={640}>{what}</Text>
      <ToDo words={to_do ?? ''} />
      {children}
    </li>
  )
}

/** A variable of the environment, a command or a file of the machine: nothing for whom reads here without the server. */
const OF_SERVER = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|npm run|chmod|openssl|pg_basebackup|docs\//u

/** What a person may do, and folded away what only the server's operator can. */
function ToDo({ words }: { readonly words: string }) {
  const sentences = words.split(/(?<=[.!?])\s+/u)
  const [people, operators] = [false, true].map((ofServer) =>
    sentences.filter((sentence) => OF_SERVER.test(sentence) === ofServer).join(' '),
  )
  return (
    <>
      {people === '' ? null : (
        <Text size="sm" className={classes.todo ?? ''}>
          {people}
        </Text>
      )}
      {operators === '' ? null : (
        <details className={classes.operators}>
          <summary>Para quem administra o servidor</summary>
          <Text size="sm" className={classes.todo ?? ''}>
            {operators}
          </Text>
        </details>
      )}
    </>
  )
}

function Value({ value }: { readonly value: string | null }) {
  return value === null ? null : (
    <Text size="sm" c="dimmed" className={classes.value ?? ''}>
      {value}
    </Text>
  )
}
