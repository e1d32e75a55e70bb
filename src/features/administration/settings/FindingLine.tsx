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
      <Text size="sm" className={classes.todo ?? ''}>
        {to_do}
      </Text>
      {children}
    </li>
  )
}

function Value({ value }: { readonly value: string | null }) {
  return value === null ? null : (
    <Text size="sm" c="dimmed" className={classes.value ?? ''}>
      {value}
    </Text>
  )
}
