/** The lines of a list of problems, without a look of their own: the page without login has its own style sheet. */

import type { ReactNode } from 'react'

export interface ProblemLinesProps {
  readonly problems: readonly { readonly field: string; readonly message: string }[]
  readonly onProblem: (field: string) => void
  readonly buttonClass?: string | undefined
  /** In place of 'Falta corrigir'. */
  readonly title?: ReactNode
  /** The lines, without their title. */
  readonly hidden?: boolean
}

export const correctionTitle = (count: number) =>
  count === 1 ? 'Falta corrigir:' : `Falta corrigir ${count} campos:`

export function ProblemLines({ problems, onProblem, buttonClass, title, hidden }: ProblemLinesProps) {
  return (
    <>
      {title ?? <strong>{correctionTitle(problems.length)}</strong>}
      <ul hidden={hidden}>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <button type="button" className={buttonClass} onClick={() => onProblem(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
