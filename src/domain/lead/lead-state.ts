/** The three states of a lead: docs/rules.md#states-and-statuses. */

interface InState {
  readonly state?: number | undefined
}

/** Nobody works it yet, or it was given back. */
export const isInOrigin = ({ state }: InState) => state === 1

/** A broker works it. */
export const isInAttendance = ({ state }: InState) => state === 2

/** It was sold, lost or cancelled. */
export const isFinished = ({ state }: InState) => state === 3
