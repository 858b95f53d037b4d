"""Notifications on the device while no page is open.

Headless browsers have no push service: the browser's way to it is replaced by a subscription at a
service of the test, and what that service gets is handed to the service worker as the browser would.
What the server has encrypted is decrypted by the browser's own cryptography.
"""

import base64
import contextlib
import json
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect
from test_calendar import set_ways
from test_people import newcomer
from test_teams import group, wall
from world import Failed, until

SUBSCRIBE = """(() => {
  const name = 'test-push';
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const made = () => {
    const kept = JSON.parse(localStorage.getItem(name));
    return kept && {
      endpoint: kept.endpoint,
      options: { applicationServerKey: Uint8Array.from(kept.server).buffer },
      toJSON: () => ({ endpoint: kept.endpoint, expirationTime: null, keys: kept.keys }),
      unsubscribe: () => { localStorage.removeItem(name); return Promise.resolve(true); },
    };
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(made());
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error('silent pushes are not allowed');
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const secret = crypto.getRandomValues(new Uint8Array(16));
    localStorage.setItem(name, JSON.stringify({
      endpoint: 'ENDPOINT', server: [...new Uint8Array(applicationServerKey)],
      own: await crypto.subtle.exportKey('jwk', pair.privateKey),
      keys: { p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: text(secret) },
    }));
    return made();
  };
})()"""

# RFC 8291 and RFC 8292 from the other end: what a push service checks and what a browser decrypts.
READ = """async ({ body, token, key }) => {
  const bytes = (text) => Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const plain = (text) => new TextEncoder().encode(text);
  const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
  const kept = JSON.parse(localStorage.getItem('test-push'));
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const [head, claims, signature] = token.split('.');
  const signer = await crypto.subtle.importKey(
    'raw', bytes(key), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' }, signer, bytes(signature), plain(`${head}.${claims}`));
  const all = bytes(body);
  const salt = all.slice(0, 16);
  const point = all.slice(21, 86);
  const own = await crypto.subtle.importKey('jwk', kept.own, curve, false, ['deriveBits']);
  const sender = await crypto.subtle.importKey('raw', point, curve, false, []);
  const derive = async (input, salt, info, length) => {
    const from = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
    return new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, from, length * 8));
  };
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, own, 256);
  const input = await derive(shared, bytes(kept.keys.auth),
    join(plain('WebPush: info\\0'), bytes(kept.keys.p256dh), point), 32);
  const content = await crypto.subtle.importKey('raw',
    await derive(input, salt, plain('Content-Encoding: aes128gcm\\0'), 16), 'AES-GCM', false, ['decrypt']);
  const iv = await derive(input, salt, plain('Content-Encoding: nonce\\0'), 12);
  const record = new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, content, all.slice(86)));
  const end = record.findLastIndex((byte) => byte !== 0);
  return {
    isSigned, end: record[end], message: new TextDecoder().decode(record.slice(0, end)),
    claims: JSON.parse(new TextDecoder().decode(bytes(claims))),
  };
}"""

SHOWN = """navigator.serviceWorker.getRegistration().then((found) => found.getNotifications())
  .then((all) => all.map(({ title, body, tag, data, silent, vibrate }) => (
    { title, body, tag, data, silent, vibrate: [...vibrate] })))"""

# Presses the notification that is shown; `focus` and `openWindow` want a person's hand.
PRESS = """async () => {
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent('notificationclick', { notification });
  let work = Promise.resolve();
  event.waitUntil = (promise) => { work = promise; };
  self.opened = null;
  self.clients.openWindow = (address) => { self.opened = address; return Promise.resolve(null); };
  WindowClient.prototype.focus = function () { self.opened = 'focus'; return Promise.resolve(this); };
  self.dispatchEvent(event);
  await work;
  return self.opened;
}"""


@contextlib.contextmanager
def push_service():
    "A push service on this machine: its address, and what it has been sent."
    sent = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent.append((self.path, dict(self.headers), body))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", sent
    finally:
        server.shutdown()


def settings_page(world, account, endpoint):
    "The choice of notifications in a browser that may show them."
    context = world.context(account, service_workers="allow", whole=True)
    context.grant_permissions(["notifications"], origin=world.address)
    context.add_init_script(SUBSCRIBE.replace("ENDPOINT", endpoint))
    page = world.watched(context.new_page())
    page.goto("/me/notifications")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose notifications")
    world.installed(page)
    return context, page


def deliver(context, page, world, message):
    "Hands a message to the service worker, as the browser does when its push service has one."
    link = context.new_cdp_session(page)
    registrations = []
    link.on("ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]))
    link.send("ServiceWorker.enable")
    until(page, lambda: registrations, "a worker")
    link.send("ServiceWorker.deliverPushMessage",
              {"origin": world.address, "registrationId": registrations[0], "data": message})


def raised(page):
    "The notifications of the device, when there is one."
    return until(page, lambda: page.evaluate(SHOWN), "a notification of the device")


def test_push(world):
    "TV-IF-03: turned on for a device, a push is raised there and leads to what it is about"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Ben")
    owner, team = group(world, host, "team", [guest])
    with push_service() as (address, sent):
        context, page = settings_page(world, guest, f"{address}/push/ben")
        page.get_by_role("button", name="Turn on notifications on this device", exact=True).click()
        expect(page.get_by_text("Notifications come to this device.", exact=True)).to_be_visible()
        key = world.client(guest).get("/v1/push-key")["publicKey"]
        event = owner.post(
            f"/v1/realms/{team['id']}/events",
            {"kind": "event", "title": "Regatta", "start": wall(26), "zone": "Europe/Vaduz"})
        until(page, lambda: sent, "a push")
        assert len(sent) == 1, sent
        path, headers, body = sent[0]
        assert path == "/push/ben"
        assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0, headers
        authorization = headers["Authorization"]
        assert authorization.startswith("vapid t=") and authorization.endswith(f", k={key}"), authorization
        token = authorization.removeprefix("vapid t=").split(",")[0]
        read = page.evaluate(READ, {"body": base64.b64encode(body).decode(), "token": token, "key": key})
        assert read["isSigned"] and read["end"] == 2, read
        assert read["claims"]["aud"] == address, read
        assert time.time() < read["claims"]["exp"] <= time.time() + 86_400, read
        message = json.loads(read["message"])
        told = next(item for item in world.client(guest).get("/v1/notifications")["items"]
                    if item["subject"]["id"] == event["id"])
        assert message["body"] == told["text"], message
        # Shown, and pressed while a page is open: that page shows the thing.
        deliver(context, page, world, read["message"])
        shown = raised(page)
        assert [one["body"] for one in shown] == [told["text"]], shown
        assert shown[0]["title"] == "Wayside" and shown[0]["tag"] == message["tag"], shown
        worker = context.service_workers[0]
        assert worker.evaluate(PRESS) == "focus"
        expect(page.get_by_role("heading", level=1)).to_have_text("Regatta")
        assert page.url.endswith(f"/people/events/{event['id']}"), page.url
        # Pressed while none is open: a window of its own.
        deliver(context, page, world, read["message"])
        assert [one["body"] for one in raised(page)] == [told["text"]]
        page.goto("/licenses")
        opened = worker.evaluate(PRESS)
        assert opened == world.address + message["link"], opened


def test_heard_and_felt(world):
    """TV-RTE-18, TV-APP-29, TR-FR2.2: the time to leave, an invitation to an appointment and a tour near by are
    pushed, and shown with sound and vibration"""
    ana, ben = newcomer(world, "Ana"), newcomer(world, "Ben")
    host, guest = world.client(ana), world.client(ben)
    tour = host.get("/v1/tours")["items"][0]
    place = {"lat": tour["start"]["lat"], "lon": tour["start"]["lon"], "label": "Where the tour starts"}
    set_ways(guest, ["walk"], {"lat": place["lat"] + 0.002, "lon": place["lon"], "label": "Home"})
    guest.call("PUT", "/v1/notification-settings", {"kind": "tourNearby", "enabled": True, "push": True}).want(204)
    soon = (datetime.now(UTC) + timedelta(minutes=20)).strftime("%Y-%m-%dT%H:%M")
    appointment = {"start": soon, "zone": "UTC", "duration": 1800, "place": place,
                   "confirm": ["overlap", "unreachable", "nextUnreachable", "past", "noPosition"]}
    with push_service() as (address, sent):
        context, page = settings_page(world, ben, f"{address}/push/ben")
        page.get_by_role("button", name="Turn on notifications on this device", exact=True).click()
        expect(page.get_by_text("Notifications come to this device.", exact=True)).to_be_visible()

        def leaves():
            # Half an hour before leaving: that is now.
            guest.post("/v1/appointments", {"title": "Dentist", "preNotification": 30, **appointment})

        def invites():
            made = host.post("/v1/appointments", {"title": "Lunch", **appointment})
            host.post(f"/v1/appointments/{made['id']}/participants", {"to": [guest.account["id"]]}, status=200)

        def comes_near():
            guest.call("POST", "/v1/positions", {"points": [
                {"lat": place["lat"] + 0.002, "lon": place["lon"], "accuracy": 5,
                 "at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}]}).want(200)

        def pushed(words):
            "What the device is sent with some words in it; other tours may be near, too."
            for _ in range(300):
                while sent:
                    _, headers, body = sent.pop()
                    token, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
                    message = page.evaluate(
                        READ, {"body": base64.b64encode(body).decode(), "token": token, "key": key})["message"]
                    if words in json.loads(message)["body"]:
                        return message
                time.sleep(0.1)
            raise Failed(f"nothing was pushed of {words}")

        for happens, words in ((leaves, "Dentist"), (invites, "Lunch"), (comes_near, tour["name"])):
            happens()
            message = pushed(words)
            for wait in range(200):
                # A worker that has just gone to rest may miss it.
                if wait % 50 == 0:
                    deliver(context, page, world, message)
                shown = [one for one in page.evaluate(SHOWN) if words in one["body"]]
                if shown:
                    break
                page.wait_for_timeout(100)
            assert [one["tag"] for one in shown] == [json.loads(message)["tag"]], f"{message}: {shown}"
            assert shown[0]["silent"] is False and sum(shown[0]["vibrate"]) > 0, shown


def test_push_off(world):
    "pushes are turned off for a device on its page, and with the session"
    ana = newcomer(world, "Ana")
    with push_service() as (address, _):
        _, page = settings_page(world, ana, f"{address}/push/ana")
        client = world.client(ana)
        on = page.get_by_role("button", name="Turn on notifications on this device", exact=True)
        on.click()
        off = page.get_by_role("button", name="Turn off notifications on this device", exact=True)
        expect(off).to_be_visible()
        assert len(client.get("/v1/push-subscriptions")["items"]) == 1
        off.click()
        expect(on).to_be_visible()
        assert client.get("/v1/push-subscriptions")["items"] == []
        assert page.evaluate("localStorage.getItem('test-push')") is None
        # What goes elsewhere is told and ended here.
        client.call("PUT", "/v1/push-subscriptions/current", {
            "endpoint": f"{address}/push/other", "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}).want(200)
        page.reload()
        others = page.get_by_role("list", name="Other devices with notifications")
        others.get_by_role("button").click()
        expect(others).to_have_count(0)
        assert client.get("/v1/push-subscriptions")["items"] == []
        # Whoever logs out leaves nothing behind in the browser either.
        on.click()
        expect(off).to_be_visible()
        page.goto("/me")
        page.get_by_role("main").get_by_role("button", name="Log out").click()
        expect(page.get_by_role("link", name="Log in").first).to_be_visible()
        until(page, lambda: page.evaluate("localStorage.getItem('test-push')") is None, "the browser has let go")
        assert client.get("/v1/push-subscriptions")["items"] == []


def test_push_kinds(world):
    "each kind of notification is switched for devices by itself, beside the app and mail"
    ana = newcomer(world, "Ana")
    page = world.open("/me/notifications", ana)
    client = world.client(ana)

    def setting():
        return next(one for one in client.get("/v1/notification-settings")["items"] if one["kind"] == "invitation")

    box = page.get_by_role("checkbox", name="Invitations to groups, on devices", exact=True)
    expect(box).to_be_checked()
    box.uncheck()
    expect(box).not_to_be_checked()
    until(page, lambda: not setting()["push"], "the server knows it")
    assert setting() | {"push": False, "enabled": True, "mail": False} == setting(), setting()


def test_push_refused(world):
    "where a browser may not or cannot show notifications, the page says so in words"
    ana = newcomer(world, "Ana")
    page = world.open("/me/notifications", ana, whole=True)
    # Whoever is asked in a headless browser says no.
    page.get_by_role("button", name="Turn on notifications on this device", exact=True).click()
    expect(page.get_by_text("This browser does not let Wayside show notifications.")).to_be_visible()
    context = world.context(ana, locale="de-DE")
    context.add_init_script("delete globalThis.PushManager")
    page = world.watched(context.new_page())
    page.goto("/me/notifications")
    expect(page.get_by_text("Dieser Browser kann keine Mitteilungen zeigen")).to_be_visible()
    expect(page.get_by_role("button", name="Mitteilungen auf diesem Gerät einschalten")).to_have_count(0)


# The push service gives the browser another address while no page looks.
RENEW = """async (endpoint) => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(null);
  PushManager.prototype.subscribe = () =>
    Promise.resolve({ toJSON: () => ({ endpoint, expirationTime: null, keys }) });
  const event = new ExtendableEvent('pushsubscriptionchange');
  let work = Promise.resolve();
  event.waitUntil = (promise) => { work = promise; };
  self.dispatchEvent(event);
  await work;
}"""


def test_push_renewed(world):
    "a device to which the push service has given another address keeps its pushes"
    ana = newcomer(world, "Ana")
    with push_service() as (address, _), push_service() as (other, _):
        context, page = settings_page(world, ana, f"{address}/push/ana")
        page.get_by_role("button", name="Turn on notifications on this device", exact=True).click()
        expect(page.get_by_text("Notifications come to this device.", exact=True)).to_be_visible()
        client = world.client(ana)
        assert [one["service"] for one in client.get("/v1/push-subscriptions")["items"]] == [address]
        context.service_workers[0].evaluate(RENEW, f"{other}/push/ana")
        assert [one["service"] for one in client.get("/v1/push-subscriptions")["items"]] == [other]
