/** The screen of an import: a new one or the one that runs, and the latest. docs/rules.md#any-import */
import { Alert, Paper, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ImportFrame.module.css'
import { type Running, RunningImport } from './RunningImport.tsx'
import { Step } from './Step.tsx'
import type { useWatched } from './useWatched.ts'

interface ImportFrameProps {
  readonly title: string
  readonly watched: Pick<ReturnType<typeof useWatched>, 'rows' | 'problem' | 'cancel'>
  /** null: a file can be chosen. */
  readonly running: Running | null
  /** It can't be stopped now. */
  readonly isFixed?: boolean
  readonly cancelWords: string
  /** Between the two parts. */
  readonly between?: ReactNode
  /** The latest imports. */
  readonly latest: ReactNode
  /** What is done with a file. */
  readonly children: ReactNode
}

export function ImportFrame(props: ImportFrameProps) {
  const { title, running, isFixed = false, cancelWords, between, latest, children } = props
  const { rows, problem, cancel } = props.watched
  return (
    <section className={classes.root} aria-label={title}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Stack gap="lg">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {running === null ? (
          <Paper withBorder p="lg">
            <Stack gap="lg">{children}</Stack>
          </Paper>
        ) : (
          <RunningImport running={running} onCancel={isFixed ? null : cancel} cancelWords={cancelWords} />
        )}
        {between}
        {rows === undefined && problem !== null ? null : <Step title="Últimas importações">{latest}</Step>}
      </Stack>
    </section>
  )
}
