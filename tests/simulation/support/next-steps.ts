/** The table of all steps of the simulation, with their weights. */
import type { Background } from './background.ts'
import type { Decisions } from './decisions.ts'
import { appliedLead, type Delivery, isPush, isUpload, secondOfOneLead } from './delivery.ts'
import type { Documents } from './documents.ts'
import type { Drafts } from './drafts.ts'
import type { Faults } from './faults.ts'
import type { House } from './house-rules.ts'
import type { Restores } from './restores.ts'
import type { Stage } from './stage.ts'
import type { TwoTabs } from './two-tabs.ts'
import type { Users } from './users.ts'

export type Step = readonly [weight: number, name: string, act: () => Promise<void>]

/** The objects that perform the steps of a scenario. */
export interface Cast {
  readonly house: House
  readonly users: Users
  readonly decisions: Decisions
  readonly delivery: Delivery
  readonly documents: Documents
  readonly drafts: Drafts
  readonly tabs: TwoTabs
  readonly background: Background
  readonly faults: Faults
  readonly restores: Restores
}

export interface Plot {
  /** The scenario has many documents, and captured leads to attach them to. */
  readonly isOfDocuments: boolean
  /** Token of the colleague who calls REST. */
  readonly restToken: string
}

/** Returns the steps with their weights in the current state. A weight of 0 disables a step. */
export function nextSteps(stage: Stage, cast: Cast, { isOfDocuments, restToken }: Plot): readonly Step[] {
  const { network, chance, oracle, server, tablets, worked } = stage
  const { house, users, decisions, delivery, documents, drafts, tabs, background, faults, restores } = cast
  const { underWay, comingBack, stragglers } = network
  const applied = comingBack.filter((letter) => appliedLead(letter) !== null)
  const twice = underWay.filter((letter) => secondOfOneLead(letter) !== null)
  const pushes = underWay.filter(isPush)
  const uploads = underWay.filter(isUpload)
  const uploaded = comingBack.filter(isUpload)
  const suspended = tabs.haveSuspended
  const overrule = (uid: string) => house.overrule(uid)
  return [
    [20, 'a command', () => users.work()],
    [underWay.length > 0 ? 26 : 0, 'a request arrives', () => delivery.deliver(chance.pick(underWay))],
    [comingBack.length > 0 ? 26 : 0, 'an answer arrives', () => delivery.giveBack(chance.pick(comingBack))],
    [
      comingBack.length > 0 ? 5 : 0,
      'a command meanwhile',
      () => delivery.giveBackDuring(chance.pick(comingBack), (tablet) => users.workMeanwhile(tablet)),
    ],
    [stragglers.length > 0 ? 4 : 0, 'late request', () => delivery.deliverLate(chance.pick(stragglers))],
    [underWay.length > 0 ? 3 : 0, 'lost request', () => delivery.lose(chance.pick(underWay))],
    [comingBack.length > 0 ? 3 : 0, 'lost answer', () => delivery.lose(chance.pick(comingBack))],
    [underWay.length > 0 ? 2 : 0, 'doubled request', () => delivery.double(chance.pick(underWay))],
    [comingBack.length > 0 ? 4 : 0, 'foreign answer', () => delivery.foreign(chance.pick(comingBack))],
    [
      applied.length > 0 ? 8 : 0,
      'overruled unheard',
      () => delivery.overruledUnheard(chance.pick(applied), overrule),
    ],
    [twice.length > 0 ? 12 : 0, 'cut in two', () => delivery.cutInTwo(chance.pick(twice), overrule)],
    [pushes.length > 0 ? 4 : 0, 'scope there and back', () => faults.scopeThereAndBack(chance.pick(pushes))],
    [uploads.length > 0 ? 25 : 0, 'an upload arrives', () => delivery.deliver(chance.pick(uploads))],
    [uploads.length > 0 ? 12 : 0, 'upload cut off', () => faults.uploadCutOff(chance.pick(uploads))],
    [
      uploaded.length > 0 ? 25 : 0,
      'killed at the answer to an upload',
      () => faults.killedAtAnswer(chance.pick(uploaded)),
    ],
    [isOfDocuments ? 14 : 1, 'document', () => documents.attach()],
    [isOfDocuments ? 3 : 0, 'document asked for', () => documents.open()],
    [isOfDocuments ? 4 : 0.2, 'files swept', () => faults.filesSwept()],
    [uploaded.length > 0 ? 20 : 0, 'swept unheard', () => faults.sweptUnheard()],
    [
      uploaded.length > 0 ? 40 : 0,
      'upload unheard for a week',
      () => faults.sentAgainAWeekLater(chance.pick(uploaded)),
    ],
    [1.5, 'draft', () => drafts.write()],
    [2, 'tab opened', () => tabs.open(chance.pick(tablets))],
    [1.5, 'tab closed', () => tabs.close()],
    [tabs.mayBeSuspended.length > 0 ? 6 : 0, 'tab suspended', () => tabs.suspend()],
    [suspended.length > 0 ? 9 : 0, 'ten seconds', () => tabs.wait(suspended)],
    [tabs.haveWaiting.length > 0 ? 1 : 0, 'ten seconds beside a holder', () => tabs.wait(tabs.haveWaiting)],
    [suspended.length > 0 ? 6 : 0, 'tab resumed', () => tabs.resume()],
    ...background.steps,
    [12, 'time passes', () => faults.timePasses()],
    [4, 'nudge', () => faults.nudge()],
    [3, 'kill', () => faults.kill()],
    [2, 'server dies', () => faults.serverDies()],
    [1, 'server restart', () => server.start()],
    [5, 'colleague', () => house.rest(restToken)],
    [5, 'lead changed', () => house.changeSomeLead()],
    [worked.length > 0 ? 4 : 0, 'overruled', () => overrule(chance.pick(worked.slice(-3)))],
    [1, 'many leads changed', () => house.changeMany()],
    [1, 'client changed', () => house.changeClient()],
    [1, 'lead added', () => house.addLead()],
    [0.5, 'lead removed', () => house.removeLead()],
    [1.5, 'scope changed', () => house.changeScope(users.anyTablet().userId)],
    [0.5, 'settings changed', () => faults.changeSettings()],
    [0.4, 'another cluster', () => server.moveToAnotherCluster()],
    [1, 'database dumped', () => restores.dump()],
    [restores.isPossible ? 2 : 0, 'database restored', () => restores.restore()],
    [1.5, 'session ended', () => users.endSession()],
    [3, 'sign in', () => users.signInAgain()],
    [3, 'poke', () => faults.poke()],
    [0.7, 'stream ends', () => faults.streamEnds()],
    [1.2, 'sign out', () => faults.signOut()],
    [1, 'app opened', () => users.refreshUser(users.anyTablet())],
    [1, 'clock jump', () => faults.clockJumps()],
    [2, 'full disk', () => faults.fullDisk()],
    [faults.haveFullDisk.length > 0 ? 6 : 0, 'room on a full disk', () => faults.roomyDisk()],
    [oracle.refused.size > 0 ? 30 : 1, 'decision', () => decisions.decide()],
  ]
}
