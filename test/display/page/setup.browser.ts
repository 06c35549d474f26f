/** The first hour in a real browser: from no configuration to the first round on the felt, without an editor, with the usual wrong turns. */
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { playActions } from '../../../simulators/device/player.ts'
import { spotIds, startSimulatedDevices } from '../../../simulators/device/start.ts'
import { openPty } from '../../../simulators/pty.ts'
import { runMosquitto } from '../../daemon/broker/mosquitto.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../../e2e/processes.ts'
import { FREE_BET, freeBetRounds, withoutPauses } from '../../e2e/table.ts'
import { lastingPorts } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { UNPRIVILEGED } from '../../unprivileged.ts'
import { ENGLISH } from './german.ts'
import { assertAccessible, type Opened, openPage } from './opened-page.ts'
import { enter, fill as fillIn, go, invited, listen } from './setup-steps.ts'

const SHOTS = process.env.SHOTS

/** Looked at by a person: `SHOTS=dist/shots npm test -- --all setup.browser` */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

async function entered(t: TestContext, daemon: Daemon, options = {}): Promise<Opened> {
  const { url, word } = await invited(daemon)
  const opened = await openPage(url, options)
  t.after(opened.close)
  await enter(opened.page, word)
  return opened
}

test('from no configuration to the first round on the felt, past a mute device, a broker that refuses, and limits in cents', async (t) => {
  const folder = temporaryFolder()
  const [displayPort = 0] = await lastingPorts(1)
  const broker = await runMosquitto(t, () => ['allow_anonymous true'])
  const refusing = await runMosquitto(t, () => ['allow_anonymous false'])
  const config = join(folder, 'table.yaml')
  const daemon = await startDaemon(config)
  t.after(() => daemon.end('SIGKILL'))
  await invited(daemon)
  const table = await startSimulatedDevices({ dir: join(folder, 'run'), roles: ['shoe', 'spots'], spots: spotIds(3, ['main']) })
  t.after(() => table.close())
  const mute = await openPty({ link: join(folder, 'run', 'mute') })
  t.after(() => mute.close())
  const { page, complaints } = await entered(t, daemon)
  await assertAccessible(page, 'devices')
  // Nothing is wrong with what nobody has been asked.
  assert.equal(await page.locator('.problems').count(), 0)
  assert.deepEqual(await page.locator('.setup-steps .dot').allTextContents(), ['1', '2', '3', '4', '5', '6'])

  const at = (name: string) => join(folder, 'run', name)
  await listen(page, at('mute'))
  await listen(page, at('shoe'))
  await listen(page, at('spots'))
  await listen(page, at('nowhere'))
  await page.getByText('SH-00412: shoe').waitFor()
  await page.getByText('SP-00007: spots').waitFor()
  await page
    .getByLabel(at('mute'))
    .getByText(/no data in/)
    .waitFor()
  await page
    .getByLabel(at('nowhere'))
    .getByText(/no such path/)
    .waitFor()
  await shoot(page, 'devices')
  await page.getByRole('button', { name: 'DE', exact: true }).click()
  await page
    .getByLabel(at('mute'))
    .getByText(/Bytes kommen an.*keine Daten in .*Prüfen Sie, ob das Gerät Strom hat/)
    .waitFor()
  await page
    .getByLabel(at('nowhere'))
    .getByText(/diesen Pfad gibt es nicht.*Stecken Sie das Gerät ein/)
    .waitFor()
  await page.getByRole('button', { name: 'EN', exact: true }).click()

  await go(page, 'Spots')
  await page.getByRole('button', { name: 'Try spots with a chip' }).click()
  const chip = [{ value: 500, count: 1 }]
  await page.getByText('Put a chip on box 1').waitFor()
  await page.getByText('The board names 3 spots: 3 boxes with main.').waitFor()
  const touch = async (spot: `${number}.main`, said: RegExp) => {
    // The link needs a moment to have the device; a chip is put again until it is heard.
    for (let tries = 0; tries < 40; tries++) {
      table.devices.spots?.spot(spot, chip)
      table.devices.spots?.spot(spot, [])
      const heard = await page
        .getByText(said)
        .first()
        .waitFor({ timeout: 700 })
        .then(
          () => true,
          () => false,
        )
      if (heard) return
    }
    assert.fail(`${spot} was never heard`)
  }
  await touch('1.main', /1\.main answered/)
  await page.getByText('Put a chip on box 2').waitFor()
  await touch('3.main', /Box 2 was asked and 3\.main answered/)
  await shoot(page, 'spots')
  await touch('2.main', /2\.main answered/)
  await page.getByRole('button', { name: 'End, and use what answered' }).click()
  await page.getByText('Put a chip').waitFor({ state: 'hidden' })
  assert.equal(await page.getByLabel('Boxes', { exact: true }).inputValue(), '3')
  await assertAccessible(page, 'spots')

  await go(page, 'House and limits')
  const fill = (label: string, text: string) => fillIn(page, label, text)
  assert.equal(await page.getByText('Still to be filled in').count(), 0)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByText('Still to be filled in. The house whose rules apply. Ask the floor manager').waitFor()
  assert.equal(await page.getByText('Still to be filled in').count(), 4)
  await page.getByLabel('House rules', { exact: true }).selectOption('free-bet-european: Free Bet, European deal')
  await fill('Table', 'bj07')
  await fill('Minimum bet', '0.10')
  await fill('Maximum bet', '5')
  await fill('In steps of', '0.05')
  // Beside the fields before anything is saved.
  await page.getByText('main bets 0.10 to 5.00 EUR in steps of 0.05').waitFor()
  await page.getByText('More settings').click()
  await fill('Port of the display', String(displayPort))
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByText(/Did you mean 10.00 and 500.00 EUR/).waitFor()
  await page.getByText('main bets 0.10 to 5.00 EUR in steps of 0.05').waitFor()
  await shoot(page, 'house-asked')
  await fill('Minimum bet', '10')
  await fill('Maximum bet', '500,00')
  await fill('In steps of', 'five')
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByText('"five" is not an amount in EUR; write it as 10.00').waitFor()
  await fill('In steps of', '5.00')
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByText(/which chips are in use\?/).waitFor()
  await page.getByRole('button', { name: 'Take the chips that lay on the spots: 5.00' }).click()
  assert.equal(await page.getByLabel('Chip values', { exact: true }).inputValue(), '5.00')
  await fill('Chip values', '1, 5, 25, 100')
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByRole('heading', { name: 'Broker' }).waitFor()
  await go(page, 'House and limits')
  await page.getByText('main bets 10.00 to 500.00 EUR in steps of 5.00').waitFor()
  await shoot(page, 'house')
  await assertAccessible(page, 'house')

  await go(page, 'Broker')
  await page.getByLabel('A broker of ours').check()
  await fill('Address', `mqtt://127.0.0.1:${refusing.port}`)
  await page.getByRole('button', { name: 'Save and try it' }).click()
  await page
    .getByText(/not authori[sz]ed/i)
    .first()
    .waitFor()
  await shoot(page, 'broker-refused')
  await fill('Address', `mqtt://127.0.0.1:${broker.port}`)
  await page.getByRole('button', { name: 'Save and try it' }).click()
  await page.locator('.rung-ok').nth(3).waitFor()
  await shoot(page, 'broker')

  await go(page, 'Check and start')
  await page.locator('.rung-ok').nth(12).waitFor()
  await page.getByText('main bets 10.00 to 500.00 EUR in steps of 5.00').waitFor()
  await shoot(page, 'check')
  await assertAccessible(page, 'check')
  await page.getByRole('button', { name: 'DE', exact: true }).click()
  await page.getByText('Uhr geht richtig').first().waitFor()
  const rungs = (await page.locator('.rung').allTextContents()).join('\n')
  assert.match(rungs, /hört Anweisungen/)
  assert.doesNotMatch(rungs, ENGLISH)
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await page.getByRole('button', { name: 'Write it and start the table' }).click()
  await page.getByText('The table runs.').waitFor()
  await shoot(page, 'running')
  assert.deepEqual(complaints, [])
  const text = readFileSync(config, 'utf8')
  assert.match(text, /limits: \{ min: 1000, max: 50000, unit: 500 \}/)
  assert.match(readFileSync(join(folder, 'mosquitto.acl'), 'utf8'), /user bj07\ntopic write casino\/v1\/casino\/p1\/bj07\//)

  await page.getByRole('link', { name: 'Open the pit display' }).click()
  await page.getByText('Waiting for the first card').waitFor()
  await playActions(withoutPauses(freeBetRounds(1, 7)), table.devices, { speed: 10 })
  assert.equal(FREE_BET.table.boxes, 3)
  await page.keyboard.press('2')
  await page.getByText(/bj07/).first().click()
  await page.locator('.felt').first().waitFor()
  await shoot(page, 'felt')
  await daemon.end('SIGTERM')
})

test('a second visit changes one value and keeps the comments; two devices that were swapped change places; it works on a phone', async (t) => {
  const folder = temporaryFolder()
  const [displayPort = 0, brokerPort = 0] = await lastingPorts(2)
  const broker = await startOpenBroker({ port: brokerPort })
  t.after(() => broker.close())
  const config = join(folder, 'table.yaml')
  const text = (shoe: string, spots: string, max: number) => `# The table by the door.
property: demo
pit: p1 # upstairs
table: bj07
house: free-bet-european
limits: { min: 1000, max: ${max}, unit: 500 } # as on the sign
chips: [100, 500, 2500]
boxes: 3
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/${shoe}, serial: SH-00412 } # left cable
  # The board was replaced in May.
  - { name: spots, driver: tlp, role: spots, path: run/${spots}, serial: SP-00007 }
mqtt: { url: "${broker.url}" }
display: { port: ${displayPort} }
`
  writeFileSync(config, text('spots', 'shoe', 50000))
  const daemon = await startDaemon(config, { words: ['--setup'] })
  t.after(() => daemon.end('SIGKILL'))
  await invited(daemon)
  const table = await startSimulatedDevices({ dir: join(folder, 'run'), roles: ['shoe', 'spots'], spots: spotIds(3, ['main']) })
  t.after(() => table.close())
  const { page } = await entered(t, daemon, { viewport: { width: 390, height: 800 } })
  await page.getByLabel('run/spots', { exact: true }).getByRole('button', { name: 'Listen' }).click()
  await page.getByLabel('run/spots', { exact: true }).getByText('SP-00007: spots').waitFor()
  await page.locator('.bound').getByText('run/shoe').first().waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  assert.equal(wide, false)
  await shoot(page, 'phone')
  const heights = () => page.locator('.bound button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  assert.deepEqual(await heights(), [44, 44], 'each button is one line')
  await page.getByRole('button', { name: 'DE', exact: true }).click()
  await page.getByRole('heading', { name: 'Geräte', exact: true }).waitFor()
  assert.deepEqual(await heights(), [44, 44], 'each button is one line in German, too')
  // A tick means that somebody has looked, in a file that was there before, too.
  assert.deepEqual(await page.locator('.setup-steps .dot').allTextContents(), ['1', '2', '3', '4', '5', '6'])
  await go(page, 'Haus und Limits')
  assert.deepEqual(await page.locator('.setup-steps .dot').allTextContents(), ['✓', '2', '3', '4', '5', '6'])
  await page.getByText('Kleinster Haupteinsatz.').waitFor()
  await fillIn(page, 'Mindesteinsatz', '900')
  await page.getByRole('button', { name: 'Speichern und weiter' }).click()
  await page.getByText('ist größer als der Höchsteinsatz; erlaubt: höchstens 500.00 EUR').waitFor()
  await fillIn(page, 'Mindesteinsatz', '10')
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await go(page, 'House and limits')
  await page.getByLabel('Maximum bet', { exact: true }).fill('600')
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByRole('heading', { name: 'Broker', exact: true }).waitFor()
  await go(page, 'Check and start')
  await page.getByRole('button', { name: 'Write it and start the table' }).click()
  await page.getByText('The table runs.').waitFor()
  assert.equal(readFileSync(config, 'utf8'), text('shoe', 'spots', 60000))
  await daemon.says(/bj07: shoe up/)
  await daemon.end('SIGTERM')
})

test('a port that this user may not open says so, and what to do', async (t) => {
  const folder = temporaryFolder()
  chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const before = ['setpriv', `--reuid=${UNPRIVILEGED.uid}`, `--regid=${UNPRIVILEGED.gid}`, '--clear-groups']
  const daemon = await startDaemon(join(folder, 'table.yaml'), { before })
  t.after(() => daemon.end('SIGKILL'))
  await invited(daemon)
  const pty = await openPty({ link: join(folder, 'port') })
  t.after(() => pty.close())
  chmodSync(join(folder, 'port'), 0o600)
  const { page } = await entered(t, daemon)
  await listen(page, join(folder, 'port'))
  await page.getByText(/this user may not open it/).waitFor()
  await page.getByText(/sudo usermod -aG dialout/).waitFor()
})

test('a user who was typed is added when the step is left; what is wrong with him is told', async (t) => {
  const daemon = await startDaemon(join(temporaryFolder(), 'table.yaml'))
  t.after(() => daemon.end('SIGKILL'))
  const { page } = await entered(t, daemon)
  await go(page, 'Users')
  const onward = () => page.getByRole('button', { name: 'Save and go on' }).click()
  for (const [name, password, told] of [
    ['Mary Jones', 'correct horse', 'A name has 1 to 32 characters'],
    ['mary', 'horse', 'The password is too short'],
    ['mary', 'correct staple', 'The two passwords differ'],
    ['mary', 'password2026', 'this password is one that many people use'],
  ] as const) {
    await fillIn(page, 'Password, at least 8 characters', password)
    await fillIn(page, 'The password once more', password === 'correct staple' ? 'correct horse' : password)
    await page.locator('input[name=user]').fill(name)
    await onward()
    await page.getByText(told).waitFor()
  }
  await fillIn(page, 'Password, at least 8 characters', 'correct horse')
  await fillIn(page, 'The password once more', 'correct horse')
  await onward()
  await page.getByRole('heading', { name: 'Check and start' }).waitFor()
  await go(page, 'Users')
  await page.locator('.bound').getByText('mary').waitFor()
  await page.locator('input[name=user]').fill('mary')
  await fillIn(page, 'Password, at least 8 characters', 'another staple')
  await fillIn(page, 'The password once more', 'another staple')
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByText('mary is a user already').waitFor()
  await page.getByRole('button', { name: 'Replace the password of mary' }).click()
  await page.getByText('mary is a user already').waitFor({ state: 'hidden' })
})

test('a red check is asked about a second time; what was typed is kept for the next visit', async (t) => {
  const config = join(temporaryFolder(), 'table.yaml')
  const [port = 0] = await lastingPorts(1)
  const text = `property: demo
pit: p1
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500]
devices:
  - { name: shoe, driver: tlp, role: shoe, path: run/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: run/spots, serial: SP-1 }
broker: { port: ${port} }
`
  writeFileSync(config, text)
  const first = await startDaemon(config, { words: ['--setup'] })
  t.after(() => first.end('SIGKILL'))
  const before = await entered(t, first)
  await go(before.page, 'House and limits')
  await fillIn(before.page, 'Maximum bet', '600')
  await before.page.getByRole('button', { name: 'Save and go on' }).click()
  await before.page.getByRole('heading', { name: 'Broker', exact: true }).waitFor()
  await first.end('SIGTERM')

  const daemon = await startDaemon(config, { words: ['--setup'] })
  t.after(() => daemon.end('SIGKILL'))
  const { page } = await entered(t, daemon)
  await page.getByText('This is what was typed before and not yet written.').waitFor()
  await go(page, 'Check and start')
  await page.locator('.rung-failed').nth(1).waitFor()
  await page.getByRole('button', { name: 'Write it and start the table' }).click()
  await page.getByText('the check failed, so nothing has been written').waitFor()
  assert.equal(readFileSync(config, 'utf8'), text)
  await assertAccessible(page, 'red check')
  await page.getByRole('button', { name: 'Write it all the same' }).click()
  await page.getByText('The table runs.').waitFor()
  assert.equal(readFileSync(config, 'utf8'), text.replace('50000', '60000'))
})
