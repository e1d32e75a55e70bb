/** The three states of a lead (docs/rules.md#states-and-statuses), and the two of a scheduling. */

interface InState {
  readonly state?: number | undefined
}

/** No broker works it yet, or it was given back. */
export const isInOrigin = ({ state }: InState) => state === 1

/** A broker works it. */
export const isInAttendance = ({ state }: InState) => state === 2

/** It was sold, lost or cancelled. */
export const isFinished = ({ state }: InState) => state === 3

/** Also a value of a history, whose shape no schema has checked. */
type AnyScheduling = { readonly status: unknown } | null | undefined

/** An appointment that waits for its time. */
export const isOpenScheduling = (scheduling: AnyScheduling) => scheduling?.status === 0

/** Done or replaced: docs/rules.md#schedulings */
export const isClosedScheduling = (scheduling: AnyScheduling) => scheduling?.status === 1
