/** Combines session, sync and shell around the screens of a session. */
import { Button, Stack, Text } from '@mantine/core'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmationsAreShown } from '../api/confirmation.ts'
import type { DeviceSession } from '../db/schema/records.ts'
import type { WhatStays } from '../db/sign-out.ts'
import { useKeptFilter } from '../device/useLastFilters.ts'
import { may } from '../domain/permissions/actions.ts'
import { mayVisit, menuFor, screenTitle } from '../domain/permissions/routes.ts'
import { isOutOfContact } from '../domain/session/contact.ts'
import { roleOf } from '../domain/session/role.ts'
import { NoticeSlot } from '../features/notices/NoticeSlot.tsx'
import { usePinRefresh } from '../features/reports/pins/usePinRefresh.ts'
import { ErasingScreen } from '../features/session/ErasingScreen.tsx'
import { ExpiredNotice } from '../features/session/ExpiredNotice.tsx'
import { signOutDone } from '../features/session/leaving.ts'
import { RevokedScreen } from '../features/session/RevokedScreen.tsx'
import { SignOutFailed } from '../features/session/SignOutFailed.tsx'
import { isSealedDevice } from '../features/session/stored-token.ts'
import { useBesideSealed } from '../features/session/useBesideSealed.ts'
import { useDeviceSession } from '../features/session/useDeviceSession.ts'
import { useErasure } from '../features/session/useErasure.ts'
import { SessionUserContext } from '../features/session/useSessionUser.ts'
import { MissingCodeNotice } from '../features/shell/MissingCodeNotice.tsx'
import { ScreenGuard } from '../features/shell/ScreenGuard.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { ClearedNotice } from '../features/sync/ClearedNotice.tsx'
import { ConnectionBadge } from '../features/sync/ConnectionBadge.tsx'
import { DownloadLine } from '../features/sync/DownloadLine.tsx'
import { DownloadNotice } from '../features/sync/DownloadNotice.tsx'
import { ErasedNotice } from '../features/sync/ErasedNotice.tsx'
import { FirstSync } from '../features/sync/FirstSync.tsx'
import { QueueNotice } from '../features/sync/QueueNotice.tsx'
import { firstReadingOf } from '../opening/first-reading.ts'
import {
  beginFirstScreen,
  firstScreenShown,
  firstTapsOver,
  reportFirstScreen,
} from '../opening/first-screen.ts'
import { importWithRetry } from '../opening/import-with-retry.ts'
import { lazyAfterPaint } from '../opening/lazy-after-paint.tsx'
import { pageBelongsTo, watchPageLife } from '../page-life/page-life.ts'
import { LogoLoader } from '../ui/LogoLoader.tsx'
import { askToLeave, hasTyped, leaveForGood } from '../ui/leaving/layers.ts'
import { notify } from '../ui/notify.ts'
import { nudgeSync, startSync } from '../workers/sync-bridge.ts'
import { sessionWork, useSessionWork } from './useSessionWork.ts'

watchPageLife()

const ConfirmPasswordDialog = lazyAfterPaint(
  async () => (await import('../features/session/ConfirmPasswordDialog.tsx')).ConfirmPasswordDialog,
)
const ExpiredDialog = lazyAfterPaint(
  async () => (await import('../features/session/ExpiredDialog.tsx')).ExpiredDialog,
)
const LeaveDialog = lazyAfterPaint(async () => (await import('../ui/leaving/LeaveDialog.tsx')).LeaveDialog)
const LogoutDialog = lazyAfterPaint(
  async () => (await import('../features/session/LogoutDialog.tsx')).LogoutDialog,
)

const SignInFirstScreen = lazy(async () => {
  const code = await importWithRetry(() => import('../features/session/SignInFirstScreen.tsx'))
  return { default: code.SignInFirstScreen }
})

const NO_CODE_TO_LEAVE =
  'Não foi possível sair: a conexão caiu antes de o Farol carregar por completo. Recarregue a página e tente outra vez.'

export function SessionFrame() {
  const state = useDeviceSession()
  if (state.kind === 'reading') return <LogoLoader />
  if (state.kind === 'none') return <NoSession />
  return <SignedIn key={state.session.user.id} session={state.session} />
}

const loadRestore = () => import('../features/session/restore-session.ts')
const loadPreloading = () => import('./preload-screens.ts')

/**
 * Checks the stored token once, and shows the sign-in screen if it is dead. That screen is a new page: after a sign-out
 * in another tab, no worker of this page may keep the user's leads in memory.
 */
function NoSession() {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [unwiped, setUnwiped] = useState(false)
  const [unchecked, setUnchecked] = useState(false)
  useEffect(() => {
    // Who has come back meanwhile is not sent away by what began before.
    let current = true
    const restore = async () => {
      const { restoreSession } = await loadRestore()
      const restored = await restoreSession()
      if (restored === 'unchecked') setUnchecked(true)
      if (restored !== 'signed out') return
      const { endNotices } = await sessionWork()
      await endNotices()
      if (current) window.location.replace(isSealedDevice() ? '/' : '/login')
    }
    void signOutDone().then(
      () => (current ? restore().catch((error: unknown) => setFailure({ error })) : undefined),
      () => setUnwiped(true),
    )
    return () => {
      current = false
    }
  }, [])
  if (failure !== null) throw failure.error
  if (unwiped) return <SignOutFailed />
  if (!unchecked) return <LogoLoader />
  return (
    <LogoLoader>
      <Stack gap="md">
        <Text size="sm" c="dimmed" ta="center" role="status">
          Sem resposta do servidor, que precisa confirmar quem você é.
        </Text>
        <Button variant="subtle" onClick={() => window.location.reload()}>
          Tentar de novo
        </Button>
      </Stack>
    </LogoLoader>
  )
}

function SignedIn({ session }: { session: DeviceSession }) {
  const { user } = session
  const role = roleOf(user)
  const { pathname, search } = useLocation()
  const router = useRouter()
  useKeptFilter(user.id, pathname, search)
  usePinRefresh(user)
  const [leaving, setLeaving] = useState(false)
  const [left, setLeft] = useState(false)
  const [leavingFailed, setLeavingFailed] = useState(false)
  /** The token whose expiry dialog the user has closed. */
  const [putOff, setPutOff] = useState<string | null>(null)
  const [restored, setRestored] = useState(0)
  const allowed = mayVisit(pathname, role) === 'yes'
  const showsBoard = pathname === '/' && may('board.read', role)
  /** The server ended the session, and the user does not sign in now. Behind the dialog a form may be open. */
  const isEmptied = session.expired && session.revoked === true && putOff === session.token
  const title = allowed ? (screenTitle(pathname, role) ?? 'Farol') : 'Farol'

  useEffect(beginFirstScreen, [])
  // A question waits for the dialog's code.
  useEffect(confirmationsAreShown, [])
  useEffect(() => {
    let current = true
    // Without a first reading the user has just signed in: the first cards may come with the first pull.
    const hasCards = firstReadingOf(user.id)?.firstPull === null
    const mayStart = hasCards ? firstScreenShown() : Promise.resolve()
    void mayStart
      .then(() => (current ? startSync(user.id) : undefined))
      // Another tab may run the sync: the nudge makes it report its status.
      .then(nudgeSync)
    return () => {
      current = false
    }
  }, [user.id])
  useEffect(() => {
    const left = new AbortController()
    const paths = menuFor(user).map(({ path }) => path)
    firstScreenShown()
      .then(firstTapsOver)
      .then(loadPreloading)
      .then(({ preloadScreens }) =>
        preloadScreens({ router, userId: user.id, isStaff: may('board.read', role), paths }, left.signal),
      )
      .catch(() => {
        // Without a network and its code: each screen loads its own when it is opened.
      })
    return () => left.abort()
    // Each render has another user object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.id, role, router])
  useEffect(() => pageBelongsTo(user.id), [user.id])
  useSessionWork(session, setRestored)
  const erasureFailed = useErasure(session)
  const isBesideSealed = useBesideSealed(session)
  useEffect(() => {
    if (pathname !== '/') reportFirstScreen()
  }, [pathname])
  useEffect(() => {
    document.title = title === 'Farol' ? title : `${title} · Farol`
  }, [title])

  const leave = async (stays: WhatStays) => {
    const { signOut, tellDrafts } = await sessionWork()
    tellDrafts(false)
    // An open form would otherwise write a draft after the wipe.
    setLeft(true)
    try {
      await signOut(session, stays)
    } catch {
      // The sync has stopped: the session's screens would never be updated.
      setLeavingFailed(true)
    }
  }
  const logout = async () => {
    if (hasTyped()) {
      const anyway = () => {
        leaveForGood()
        void logout()
      }
      return askToLeave({ leave: anyway, stay: () => {} })
    }
    const work = await sessionWork().catch(() => null)
    if (work === null) return notify.error(NO_CODE_TO_LEAVE)
    const { openMirror, takeTypedDrafts, unsavedCounts } = work
    // Includes drafts of another tab whose page went into the browser's cache.
    const isTaken = await takeTypedDrafts(user.id)
    const { commands, drafts } = await unsavedCounts(openMirror(user.id))
    if (commands + drafts > 0) setLeaving(true)
    // The queue is empty, but a last command may still come: it is kept. Drafts that could not be counted are kept,
    // too, since the user was not asked about them.
    else await leave({ queue: true, drafts: !isTaken })
  }
  if (leavingFailed || erasureFailed) return <SignOutFailed />
  if (left) return <LogoLoader />
  if (session.erase !== undefined) return <ErasingScreen />
  const isOut = session.contact !== undefined && isOutOfContact(session.contact, Date.now())
  if (isOut || isBesideSealed)
    return (
      <Suspense fallback={<LogoLoader />}>
        <SignInFirstScreen user={user} days={isOut ? (session.contact?.days ?? null) : null} />
      </Suspense>
    )

  return (
    <SessionUserContext value={user}>
      <Shell
        user={user}
        entries={menuFor(user)}
        title={title}
        status={<ConnectionBadge userId={user.id} />}
        download={<DownloadLine userId={user.id} />}
        bell={<NoticeSlot user={user} />}
        notices={
          <>
            <MissingCodeNotice />
            <ClearedNotice restored={restored} onClose={() => setRestored(0)} />
            <ErasedNotice userId={user.id} />
            <DownloadNotice userId={user.id} />
            {session.expired && !isEmptied ? <ExpiredNotice onSignIn={() => setPutOff(null)} /> : null}
            {pathname === '/sincronizacao' ? null : <QueueNotice userId={user.id} />}
          </>
        }
        onLogout={() => void logout()}
      >
        {isEmptied ? (
          <RevokedScreen onSignIn={() => setPutOff(null)} />
        ) : (
          <FirstSync userId={user.id} showsEmpty={showsBoard}>
            <ScreenGuard path={pathname} role={role}>
              <Outlet />
            </ScreenGuard>
          </FirstSync>
        )}
      </Shell>
      <LeaveDialog />
      <ConfirmPasswordDialog user={user} />
      <LogoutDialog
        userId={user.id}
        opened={leaving}
        onClose={() => setLeaving(false)}
        onLeave={(stays) => void leave(stays)}
      />
      <ExpiredDialog
        user={user}
        opened={session.expired && putOff !== session.token}
        endsScreens={session.revoked === true}
        onClose={() => setPutOff(session.token)}
      />
    </SessionUserContext>
  )
}
