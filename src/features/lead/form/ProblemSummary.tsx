/**
 * The list of problems, the only place that says them: docs/rules.md#save. Each is a button that focuses its field. On a
 * phone the list takes half of the screen, so it folds when a line is chosen, and its title opens it again.
 */
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { correctionTitle } from '../../../ui/ProblemLines.tsx'
import { ProblemList } from '../../../ui/ProblemList.tsx'
import { focusField } from './fields.ts'
import classes from './LeadForm.module.css'

interface ProblemSummaryProps {
  readonly form: string
  readonly problems: readonly FieldProblem[]
  /** The end asked for them, not a save. */
  readonly ends: boolean
  readonly phone: boolean
  /** Whether the list is focused when it appears. */
  readonly takesFocus: boolean
}

const endTitle = (count: number) =>
  count === 1 ? 'Falta para finalizar:' : `Faltam ${count} respostas para finalizar:`

export function ProblemSummary({ form, problems, ends, phone, takesFocus }: ProblemSummaryProps) {
  const [folded, setFolded] = useState(false)
  useEffect(() => {
    if (takesFocus) document.getElementById(`${form}-problems`)?.focus()
  }, [form, takesFocus])
  const words = (ends ? endTitle : correctionTitle)(problems.length)
  const folds = phone && problems.length > 1
  const title = folds ? (
    <UnstyledButton
      className={classes.problemsFold ?? ''}
      aria-expanded={!folded}
      onClick={() => setFolded(!folded)}
    >
      <strong>{words}</strong>
      <IconChevronDown size={18} className={classes.chevron} aria-hidden />
    </UnstyledButton>
  ) : (
    <strong>{words}</strong>
  )
  return (
    <ProblemList
      id={`${form}-problems`}
      className={classes.problems}
      problems={problems}
      title={title}
      hidden={folds && folded}
      onProblem={(field) => {
        if (folds) setFolded(true)
        focusField(form, field)
      }}
    />
  )
}
