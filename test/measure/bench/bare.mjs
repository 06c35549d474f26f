/**
 * The floor: what it takes to get a line from a serial port to a broker without checking, keeping or understanding it.
 *
 *   node bare.mjs PORT BROKER_URL TOPIC           published as it comes
 *   node bare.mjs PORT BROKER_URL TOPIC FILE      written to FILE and synced before it is published
 */
import { fdatasync, openSync, write } from 'node:fs'
import { ReadlineParser } from '@serialport/parser-readline'
import mqtt from 'mqtt'
import { SerialPort } from 'serialport'

const [path, url, topic, file] = process.argv.slice(2)
const client = await mqtt.connectAsync(url)
const port = new SerialPort({ path, baudRate: 115_200, hupcl: false })
const fd = file === undefined ? -1 : openSync(file, 'a')
port.pipe(new ReadlineParser()).on('data', (text) => {
  const line = JSON.parse(text)
  const publish = () => client.publish(topic, JSON.stringify(line), { qos: 1 })
  if (fd < 0) publish()
  else write(fd, `${JSON.stringify(line)}\n`, () => fdatasync(fd, publish))
})
port.on('open', () => process.stdout.write('ready\n'))
process.stdin.on('end', () => process.exit(0)).resume()
