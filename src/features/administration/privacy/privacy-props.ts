/** What the tabs of 'Privacidade' get. */
import type { ReactNode } from 'react'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { PrivacySearch } from './privacy-search.ts'

/** The question before an erasure, of another feature. */
export type Erasure = (asked: {
  readonly client: { readonly id: number; readonly name: string }
  readonly onErased: () => void
  readonly onClose: () => void
}) => ReactNode

export interface PrivacyTabProps {
  readonly user: SessionUser
  readonly search: PrivacySearch
  readonly onSearch: (search: PrivacySearch) => void
}
