/** Opens a report with its start view where the address has no filter. docs/rules.md#saved-views */
import { useEffect, useState } from 'react'
import type { ReportSearch } from '../../../domain/reports/search.ts'
import { startViewOf } from '../../../domain/reports/views.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { correctingAddress } from '../../../ui/leaving/search-steps.ts'
import { useReportViews } from './useReportViews.ts'
import { viewSearch } from './view-search.ts'

interface Opening {
  readonly user: SessionUser
  readonly path: string
  readonly search: ReportSearch
  readonly onSearch: (search: ReportSearch) => void
}

const isBare = (search: ReportSearch) => Object.values(search).every((value) => value === undefined)

/** Returns whether the report may be shown. Once it is, an emptied filter stays empty. */
export function useStartView({ user, path, search, onSearch }: Opening): boolean {
  const { views, state } = useReportViews(user)
  const [isDecided, setDecided] = useState(!isBare(search))
  const isKnown = views !== undefined || state === 'failed'
  const start = isDecided || views === undefined ? null : startViewOf(views, path)
  const opens = start === null ? null : viewSearch(start)
  if (!isDecided && isKnown && (opens === null || isBare(opens) || !isBare(search))) setDecided(true)
  useEffect(() => {
    if (opens !== null && !isBare(opens)) correctingAddress(() => onSearch(opens))
    // Once for each view: the address then has a filter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [start?.id])
  return isDecided
}
