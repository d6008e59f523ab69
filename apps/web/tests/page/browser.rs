//! A browser, driven through WebDriver.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest time until something appears.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Browser {
    driver: Child,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser. Gives `None` if there is none; a machine that tests for all must have one.
    pub(crate) fn open() -> Option<Browser> {
        let Ok(mut driver) = Command::new("chromedriver")
            .args(["--port=0", "--log-level=SEVERE"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
        else {
            assert!(
                std::env::var_os("CI").is_none(),
                "chromedriver is missing: apt-get install chromium chromium-driver"
            );
            eprintln!(
                "SKIPPED: there is no chromedriver here (apt-get install chromium chromium-driver)"
            );
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let (_, port) = line.split_once("successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // The driver must not wait for somebody to read its output.
        std::thread::spawn(move || lines.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port.unwrap());
        let profile = tempfile::tempdir().unwrap();
        let user_data = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &user_data,
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
        }}});
        let made = post(&format!("{address}/session"), &wanted).unwrap();
        let id = made["sessionId"].as_str().unwrap();
        let browser = Browser {
            driver,
            session: format!("{address}/session/{id}"),
            _profile: profile,
        };
        // Some browsers tell a page of no focus as long as nobody has touched their window.
        let focused = json!({"enabled": true});
        browser.developer("Emulation.setFocusEmulationEnabled", &focused);
        Some(browser)
    }

    fn ask(&self, what: &str, body: &Value) -> Value {
        post(&format!("{}/{what}", self.session), body)
            .unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Opens an address, and waits until the page is ready.
    pub(crate) fn go(&self, address: &str) {
        // A change of the fragment alone would load nothing.
        self.ask("url", &json!({"url": "about:blank"}));
        self.ask("url", &json!({"url": address}));
        self.wait("return document.documentElement.dataset.ready === 'yes'");
    }

    /// Goes to a wrong address after the #. The page answers with this sentence.
    #[track_caller]
    pub(crate) fn refuses_link(&self, link: &str, sentence: &str) {
        self.script_with("location.hash = arguments[0]", &json!([link]));
        self.wait(&format!(
            "return document.getElementById('link-error').innerText.toLowerCase().includes({}.toLowerCase())",
            json!(sentence)
        ));
    }

    /// Goes to a right address after the #.
    #[track_caller]
    pub(crate) fn takes_link(&self, link: &str) {
        self.script_with("location.hash = arguments[0]", &json!([link]));
        self.wait("return document.getElementById('link-error').hidden");
    }

    /// Opens an address of a page that is ready at once.
    pub(crate) fn go_unready(&self, address: &str) {
        self.ask("url", &json!({"url": address}));
    }

    pub(crate) fn reload(&self) {
        self.ask("refresh", &json!({}));
        self.wait("return document.documentElement.dataset.ready === 'yes'");
    }

    pub(crate) fn back(&self) {
        self.ask("back", &json!({}));
    }

    /// What a script returns.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.script_with(script, &json!([]))
    }

    pub(crate) fn script_with(&self, script: &str, arguments: &Value) -> Value {
        self.ask(
            "execute/sync",
            &json!({"script": script, "args": arguments}),
        )
    }

    /// What a script gives to its last argument, later.
    pub(crate) fn script_later(&self, script: &str) -> Value {
        self.ask("execute/async", &json!({"script": script, "args": []}))
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let text = self.script_with(script, &json!([selector]));
        text.as_str().unwrap().to_owned()
    }

    /// Waits until a script returns something true, and returns it.
    #[track_caller]
    pub(crate) fn wait(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.script(script);
            if !matches!(found, Value::Null | Value::Bool(false)) {
                return found;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "{script}\nis not true; the page says:\n{}",
                self.text("body")
            );
            sleep(Duration::from_millis(20));
        }
    }

    /// Presses keys one after the other.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let presses = keys.iter().flat_map(|key| {
            let key = match *key {
                "Tab" => "\u{e004}",
                "Enter" => "\u{e007}",
                "Delete" => "\u{e017}",
                "Escape" => "\u{e00c}",
                "Left" => "\u{e012}",
                "Up" => "\u{e013}",
                "Right" => "\u{e014}",
                "Down" => "\u{e015}",
                other => other,
            };
            [
                json!({"type": "keyDown", "value": key}),
                json!({"type": "keyUp", "value": key}),
            ]
        });
        let presses: Vec<Value> = presses.collect();
        self.ask(
            "actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": presses}]}),
        );
    }

    /// Touches the element that a script finds, for this number of milliseconds.
    pub(crate) fn touch(&self, find: &str, milliseconds: u64) {
        self.script(&format!(
            "(() => {{ {find} }})().scrollIntoView({{block: 'center'}})"
        ));
        let spot = self.middle(find);
        self.point(
            "touch",
            &json!([
                {"type": "pointerMove", "duration": 0, "x": spot[0], "y": spot[1]},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": milliseconds},
                {"type": "pointerUp", "button": 0},
            ]),
        );
    }

    /// Moves the mouse to the place in the window that a script returns, a list of x and y.
    pub(crate) fn hover(&self, spot: &str) {
        let spot = self.script(spot);
        let (x, y) = (&spot[0], &spot[1]);
        self.point(
            "mouse",
            &json!([{"type": "pointerMove", "duration": 0, "x": x, "y": y}]),
        );
    }

    /// The place on the screen of the middle of the element that a script finds.
    fn middle(&self, find: &str) -> Value {
        self.script(&format!(
            "const box = (() => {{ {find} }})().getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)"
        ))
    }

    /// Makes a pointer act: a `mouse`, or a finger by `touch`.
    fn point(&self, with: &str, actions: &Value) {
        let pointer = json!({"type": "pointer", "id": with, "parameters": {"pointerType": with}, "actions": actions});
        self.ask("actions", &json!({"actions": [pointer]}));
    }

    /// Drags the element that one script finds to the one that another script finds: with a `mouse`,
    /// or by `touch` after holding it for a moment.
    pub(crate) fn drag(&self, from: &str, to: &str, with: &str) {
        self.script(&format!(
            "(() => {{ {to} }})().scrollIntoView({{block: 'center'}});
             (() => {{ {from} }})().scrollIntoView({{block: 'nearest'}})"
        ));
        let (from, to) = (self.middle(from), self.middle(to));
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": from[0], "y": from[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 400},
            {"type": "pointerMove", "duration": 100, "x": to[0], "y": to[1]},
            {"type": "pointerUp", "button": 0},
        ]);
        self.point(with, &actions);
    }

    /// Says that the reader wants less motion.
    pub(crate) fn calm(&self) {
        let features = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
        self.developer("Emulation.setEmulatedMedia", &features);
    }

    fn developer(&self, command: &str, parameters: &Value) {
        self.ask(
            "goog/cdp/execute",
            &json!({"cmd": command, "params": parameters}),
        );
    }

    /// Lets no page run its own scripts any more.
    pub(crate) fn without_scripts(&self) {
        self.developer(
            "Emulation.setScriptExecutionDisabled",
            &json!({"value": true}),
        );
    }

    /// Runs a script in every page from now on, before any of the page's own.
    pub(crate) fn before(&self, script: &str) {
        let source = json!({"source": script});
        self.developer("Page.addScriptToEvaluateOnNewDocument", &source);
    }

    /// Gives the window this width, and light or dark colours.
    pub(crate) fn look(&self, width: u64, dark: bool) {
        let height = if width < 600 { 860 } else { 900 };
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.developer("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.developer("Emulation.setEmulatedMedia", &features);
    }

    /// If `WEB_PICTURES` names a folder, puts a picture of the whole page there.
    pub(crate) fn picture(&self, name: &str) {
        use base64::Engine as _;
        let Some(folder) = std::env::var_os("WEB_PICTURES") else {
            return;
        };
        let wanted =
            json!({"cmd": "Page.captureScreenshot", "params": {"captureBeyondViewport": true}});
        let taken = self.ask("goog/cdp/execute", &wanted);
        let bytes = base64::prelude::BASE64_STANDARD.decode(taken["data"].as_str().unwrap());
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            Path::new(&folder).join(format!("{name}.png")),
            bytes.unwrap(),
        )
        .unwrap();
    }

    /// The requests to any network or disk since the last call.
    pub(crate) fn requests(&self) -> Vec<String> {
        let log = self.ask("se/log", &json!({"type": "performance"}));
        let messages = log.as_array().unwrap().iter().map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            message["message"].clone()
        });
        let sent = messages.filter(|message| message["method"] == "Network.requestWillBeSent");
        sent.map(|message| {
            message["params"]["request"]["url"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect()
    }

    /// The page's complaints since the last call.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.ask("se/log", &json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        entries.map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends first: without its driver, it would stay.
        let _ = agent().delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(180)))
        .build();
    config.into()
}

fn post(address: &str, body: &Value) -> Result<Value, String> {
    let mut answer = agent()
        .post(address)
        .send_json(body)
        .map_err(|error| error.to_string())?;
    let text = answer
        .body_mut()
        .with_config()
        .limit(1 << 28)
        .read_to_string();
    let mut answer: Value = serde_json::from_str(&text.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    let value = answer["value"].take();
    match value["error"].as_str() {
        Some(error) if value["stacktrace"].is_string() => {
            Err(format!("{error}: {}", value["message"]))
        }
        _ => Ok(value),
    }
}
