//! The bundle and how it is written.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Folder, assert_fits};
use crate::{CARD, FAULTY};

/// The files of a bundle in all its encodings.
const BUNDLE: [&str; 4] = [
    "bundle.json",
    "bundle.msgpack",
    "cards.sqlite",
    "manifest.json",
];

#[test]
fn bundle_bytes_do_not_depend_on_folders() {
    let here = Folder::with(&[
        ("cards/drill.yaml", CARD),
        (
            "cards/b/drum.yml",
            "name: Drum\ntype: statistic\nstatistic: power\n",
        ),
    ]);
    let there = Folder::with(&[(
        "deep/er/all.yaml",
        &format!("name: Drum\ntype: statistic\nstatistic: power\n---\n{CARD}"),
    )]);
    let ran = here.run(&["build", "--out", "out"]).expect(0);
    assert!(
        ran.stderr.contains("wrote out/bundle.json: "),
        "{}",
        ran.stderr
    );
    there
        .run(&["build", "deep", "--out", "some/where"])
        .expect(0);
    let read = |folder: &Folder, file: String| fs::read(folder.path().join(file)).expect("a file");
    for file in BUNDLE {
        let one = read(&here, format!("out/{file}"));
        assert!(one == read(&there, format!("some/where/{file}")), "{file}");
    }
    let before = here.read("out/bundle.json");
    here.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(before, here.read("out/bundle.json"));
    assert_eq!(here.names("out"), BUNDLE);
}

/// A card with the id of a starter card that other cards name, but with a different name.
const RENAMED: &str = "id: skeleton\nname: Bone Servant\ntype: unit\nfaction: necropolis\ncost: { attack: 1 }\n\
    unit_type: ground\ntraits: [undead]\nstats: { attack: 1, move: 2, hit_points: 2 }\n";

#[test]
fn build_fails_if_a_library_card_loses_its_text() {
    let folder = Folder::with(&[("cards/bone-servant.yaml", RENAMED)]);
    for args in [&["check"][..], &["build", "--out", "out"]] {
        let ran = folder.run(args).expect(1);
        let says = "the id \"skeleton\" belongs to \"Skeleton\", which other cards name";
        assert!(ran.stdout.contains(says), "{}", ran.stdout);
        assert!(ran.stdout.contains("1 error in 1 card"), "{}", ran.stdout);
    }
    // A card in a folder that is not built separately, but is part of the bundle.
    let folder = Folder::with(&[
        (
            "mine/game.yaml",
            include_str!("../../cards/card-game/game.yaml"),
        ),
        ("mine/a/drill.yaml", CARD),
        ("mine/b/faulty.yaml", &FAULTY.replace("Drill", "Drum")),
    ]);
    folder.run(&["check", "mine/a"]).expect(0);
    let ran = folder.run(&["build", "mine/a", "--out", "out"]).expect(1);
    assert!(ran.stdout.contains("mine/b/faulty.yaml"), "{}", ran.stdout);
}

#[test]
fn bundle_is_complete_and_fits_its_schema() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let bundle: serde_json::Value =
        serde_json::from_str(&folder.read("out/bundle.json")).expect("JSON");
    assert_fits("bundle", &bundle);
    for key in ["format", "ir", "game", "cards", "kingdoms", "vocabulary"] {
        assert!(bundle.get(key).is_some(), "{key}");
    }
    let cards = bundle["cards"].as_array().expect("cards");
    let ids: Vec<&str> = cards
        .iter()
        .filter_map(|card| card["id"].as_str())
        .collect();
    assert!(ids.is_sorted(), "{ids:?}");
    let drill = cards
        .iter()
        .find(|card| card["id"] == "drill")
        .expect("the card");
    assert_eq!(
        drill,
        &serde_json::json!({
            "id": "drill", "name": "Drill", "type": "statistic", "statistic": "attack", "abilities": [], "text": ""
        })
    );
}

#[test]
fn manifest_detects_damaged_files() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let text = folder.read("out/manifest.json");
    assert!(text.len() < 2048, "{} bytes", text.len());
    let manifest: cardwright::bundle::Manifest = serde_json::from_str(&text).expect("a manifest");
    let bundle = folder.read("out/bundle.json");
    let file = &manifest.files["bundle.json"];
    assert_eq!(
        file.blake3,
        blake3::hash(bundle.as_bytes()).to_hex().to_string()
    );
    assert_eq!(file.bytes, bundle.len() as u64);
    assert_eq!(manifest.tool, env!("CARGO_PKG_VERSION"));
    let read: cardwright::bundle::Bundle = serde_json::from_str(&bundle).expect("a bundle");
    assert_eq!(manifest.counts, cardwright::bundle::Counts::of(&read));
}

#[test]
fn nothing_is_written_when_there_is_an_error() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    folder
        .run(&["build", "--out", "out"])
        .expect(1)
        .says(&["error[E0306]"]);
    assert!(!folder.path().join("out").exists());
    folder.write("cards/drill.yaml", CARD.as_bytes());
    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    folder.write("cards/drill.yaml", FAULTY.as_bytes());
    folder.run(&["build", "--out", "out"]).expect(1);
    assert_eq!(before, folder.read("out/bundle.json"));
    folder.write("cards/drill.yaml", CARD.as_bytes());
    folder.write("cards/empty.yaml", b"");
    folder
        .run(&["build", "--out", "new", "--deny-warnings"])
        .expect(1);
    assert!(!folder.path().join("new").exists());
}

#[test]
fn unwritable_output_folder_exits_with_2() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("file", "in the way")]);
    let ran = folder.run(&["build", "--out", "file/out"]).expect(2);
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);

    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    fs::remove_file(folder.path().join("out/manifest.json")).expect("removed");
    fs::create_dir(folder.path().join("out/manifest.json")).expect("a folder in the way");
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    let ran = folder.run(&["build", "--out", "out"]).expect(2);
    assert!(ran.stderr.contains("manifest.json"), "{}", ran.stderr);
    assert_eq!(before, folder.read("out/bundle.json"));
    assert_eq!(folder.names("out"), BUNDLE);
}

#[cfg(unix)]
#[test]
fn read_only_folder_keeps_the_old_bundle() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let before = folder.read("out/bundle.json");
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    let out = folder.path().join("out");
    let permit =
        |mode| fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("permissions");
    permit(0o555);
    // The administrator can write everywhere.
    let administrator = fs::write(out.join("probe"), "").is_ok();
    let ran = folder.run(&["build", "--out", "out"]);
    permit(0o755);
    if administrator {
        ran.expect(0);
    } else {
        let ran = ran.expect(2);
        assert!(ran.stderr.contains("permission denied"), "{}", ran.stderr);
        assert_eq!(before, folder.read("out/bundle.json"));
    }
}

#[test]
fn leftovers_of_a_stopped_build_are_removed() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    // No system uses this process id.
    folder.write("out/.cardwright-4294967295-bundle.json", b"{ \"form");
    folder.write("out/.cardwright-notes", b"not ours");
    folder.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(
        folder.names("out"),
        [&[".cardwright-notes"], &BUNDLE[..]].concat()
    );
}

#[test]
fn emit_chooses_the_formats_and_removes_the_others() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("out/notes.txt", "mine")]);
    let all = &BUNDLE[..3];
    let files = || folder.names("out");
    folder.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(files(), [&BUNDLE[..], &["notes.txt"]].concat());
    let manifest = |folder: &Folder| -> cardwright::bundle::Manifest {
        serde_json::from_str(&folder.read("out/manifest.json")).expect("a manifest")
    };
    assert!(manifest(&folder).files.keys().eq(all));
    let msgpack = fs::read(folder.path().join("out/bundle.msgpack")).expect("the file");
    let read = cardwright::bundle::from_msgpack(&msgpack).expect("a bundle");
    let json = folder.read("out/bundle.json");
    let json = cardwright::bundle::from_json(json.as_bytes()).expect("a bundle");
    assert!(cardwright::bundle::to_json(&read) == cardwright::bundle::to_json(&json));

    folder
        .run(&["build", "--out", "out", "--formats", "msgpack,json"])
        .expect(0);
    assert_eq!(
        files(),
        [
            "bundle.json",
            "bundle.msgpack",
            "manifest.json",
            "notes.txt"
        ]
    );
    assert!(manifest(&folder).files.keys().eq(&all[..2]));
    let ran = folder.run(&["build", "--out", "out", "--formats", "xml"]);
    ran.expect(2);
}

/// The states of a bundle are distinguishable, each by its own text.
#[test]
fn build_check_compares_the_bundle_with_its_sources() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    let check = || folder.run(&["build", "--check", "out"]);
    let path = |name: &str| folder.path().join("out").join(name);
    let bytes = |name: &str| fs::read(path(name)).expect("the file");
    let again = || folder.run(&["build", "--out", "out"]).expect(0);
    let put = |name: &str, bytes: &[u8]| fs::write(path(name), bytes).expect("written");
    check().expect(0).says(&["out: complete and up to date"]);

    let whole = bytes("bundle.json");
    put("bundle.json", &whole[..whole.len() / 2]);
    let half = format!("the file is truncated: {} bytes", whole.len() / 2);
    check().expect(1).says(&["out/bundle.json: ", &half]);

    let mut changed = bytes("cards.sqlite");
    let last = changed.len() - 1;
    changed[last] ^= 1;
    put("cards.sqlite", &changed);
    put("bundle.json", &whole);
    let tampered = "out/cards.sqlite: the file was changed after the build";
    check().expect(1).says(&[tampered]);

    fs::remove_file(path("bundle.msgpack")).expect("removed");
    check()
        .expect(1)
        .says(&["out/bundle.msgpack: ", "missing or unreadable", tampered]);

    again();
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    check()
        .expect(1)
        .says(&["stale", "the cards or sets changed"]);
    let json = folder
        .run(&["build", "--check", "out", "--format", "json"])
        .expect(1)
        .json();
    assert_fits("diagnostics", &json);
    assert_eq!(json["bundles"][0]["problems"][0]["kind"], "stale");
    assert_eq!(json["bundles"][0]["up_to_date"], false);
    again();
    check().expect(0);

    let manifest = folder.read("out/manifest.json");
    let with = |from: &str, to: &str| {
        assert!(manifest.contains(from), "{from}");
        put("manifest.json", manifest.replacen(from, to, 1).as_bytes());
        check().expect(1)
    };
    with("\"format\": 2", "\"format\": 3").says(&["has format 3", "writes format 2"]);
    with("card-game", "ccg").says(&[
        "the bundle belongs to the game `ccg`",
        "belong to `card-game`",
    ]);
    with("\"tool\": \"", "\"tool\": \"0.0.").says(&["stale", "built by cardwright 0.0."]);
    with("\"files\"", "\"fails\"").says(&["not a cardwright manifest"]);
    put("manifest.json", &manifest.as_bytes()[..100]);
    check()
        .expect(1)
        .says(&["out/manifest.json: the file is truncated"]);
    fs::remove_file(path("manifest.json")).expect("removed");
    check()
        .expect(1)
        .says(&["out/manifest.json: the manifest is missing"]);

    again();
    folder.write("cards/drum.yaml", FAULTY.as_bytes());
    check()
        .expect(1)
        .says(&["error[E0306]", "errors prevent the check"]);
    folder.run(&["build", "--check", "elsewhere"]).expect(2);
}

/// A build that is stopped between the first file and the last is completed by the next reader.
#[test]
fn next_build_finishes_a_stopped_one() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "out"]).expect(0);
    folder.write(
        "cards/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    folder.run(&["build", "--out", "new"]).expect(0);
    // No system uses this process id.
    let beside = |name: &str| {
        folder
            .path()
            .join(format!("out/.cardwright-4294967295-{name}"))
    };
    for name in ["bundle.msgpack", "cards.sqlite", "manifest.json"] {
        fs::copy(folder.path().join("new").join(name), beside(name)).expect("copied");
    }
    let new = folder.path().join("new/bundle.json");
    fs::copy(new, folder.path().join("out/bundle.json")).expect("copied");
    folder
        .run(&["build", "--check", "out"])
        .expect(0)
        .says(&["complete and up to date"]);
    assert_eq!(folder.names("out"), folder.names("new"));

    // Without one of its files it cannot be completed, and the existing bundle stays.
    for name in ["bundle.msgpack", "manifest.json"] {
        fs::copy(folder.path().join("new").join(name), beside(name)).expect("copied");
    }
    folder.write("out/.cardwright-4294967295-cards.sqlite", b"SQLite for");
    fs::remove_file(folder.path().join("cards/drum.yaml")).expect("removed");
    folder
        .run(&["build", "--check", "out"])
        .expect(1)
        .says(&["stale"]);
    assert_eq!(
        folder.read("out/manifest.json"),
        folder.read("new/manifest.json")
    );
    assert_eq!(folder.names("out"), folder.names("new"));
}

/// Returns whether the folder has one of these bundles, complete.
fn is_one_of(folder: &Folder, out: &str, bundles: &[&str]) -> bool {
    bundles.iter().any(|bundle| {
        BUNDLE.iter().all(|name| {
            let read = |of: &str| fs::read(folder.path().join(of).join(name)).ok();
            read(out).is_some() && read(out) == read(bundle)
        })
    })
}

fn two_states() -> Folder {
    let folder = Folder::with(&[("a/drill.yaml", CARD), ("b/drill.yaml", CARD)]);
    folder.write(
        "b/drum.yaml",
        b"name: Drum\ntype: statistic\nstatistic: power\n",
    );
    folder.run(&["build", "a", "--out", "old"]).expect(0);
    folder.run(&["build", "b", "--out", "new"]).expect(0);
    folder
}

/// Repeatedly starts a build of the other state and stops it a little later each time, counted from its start or from
/// its first write.
fn stopped(folder: &Folder, writing: bool, step: Duration, stop: impl Fn(&mut Child)) {
    folder.run(&["build", "a", "--out", "out"]).expect(0);
    let mut stopped = 0;
    for round in 0..12 {
        let from = if round % 2 == 0 { "b" } else { "a" };
        let mut child = folder
            .command()
            .args(["build", from, "--out", "out"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let writes = || {
            let names = folder.names("out");
            names.iter().any(|name| name.starts_with(".cardwright-"))
        };
        while writing && !writes() && child.try_wait().expect("its state").is_none() {}
        thread::sleep(step * round);
        // If the process has already ended, there is nothing to stop.
        if child.try_wait().expect("its state").is_none() {
            stop(&mut child);
        }
        stopped += u32::from(!child.wait().expect("it ends").success());
        // The next reader completes or discards the interrupted build.
        folder.run(&["build", "a", "--check", "out"]);
        assert!(is_one_of(folder, "out", &["old", "new"]), "round {round}");
        assert_eq!(folder.names("out"), BUNDLE, "round {round}");
    }
    assert!(stopped > 0, "every build was done before it was stopped");
}

#[test]
fn killed_build_leaves_the_old_bundle_or_the_new() {
    let kill = |child: &mut Child| child.kill().expect("it can be killed");
    stopped(&two_states(), true, Duration::from_micros(400), kill);
}

/// The effect of Ctrl-C while a long build reads, compiles and writes.
#[cfg(unix)]
#[test]
fn interrupted_build_leaves_the_old_bundle_or_the_new() {
    let send = |process: &str| {
        let kill = std::process::Command::new("kill")
            .args(["-s", "INT", process])
            .status();
        assert!(kill.expect("it runs").success());
    };
    // Some shells make processes ignore it that they start in the background.
    let ignored = std::process::Command::new("sh")
        .args(["-c", "kill -s INT $$"])
        .status();
    if ignored.expect("it runs").success() {
        return;
    }
    let folder = two_states();
    let cards: String = (0..100)
        .map(|at| format!("---\nname: Card {at}\ntype: statistic\nstatistic: power\n"))
        .collect();
    let start = std::time::Instant::now();
    for (state, out) in [("a", "old"), ("b", "new")] {
        folder.write(&format!("{state}/more.yaml"), cards.as_bytes());
        folder.run(&["build", state, "--out", out]).expect(0);
    }
    let long = start.elapsed() / 2;
    let interrupt = |child: &mut Child| send(&child.id().to_string());
    stopped(&folder, false, long / 12, interrupt);
    stopped(&folder, true, long / 100, interrupt);
}

#[test]
fn concurrent_builds_leave_a_complete_bundle() {
    let folder = two_states();
    for round in 0..4 {
        let start = |from: &str| {
            folder
                .command()
                .args(["build", from, "--out", "out"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts")
        };
        let mut both = [start("a"), start("b")];
        for child in &mut both {
            assert!(child.wait().expect("it ends").success(), "round {round}");
        }
        assert!(is_one_of(&folder, "out", &["old", "new"]), "round {round}");
        assert_eq!(folder.names("out").len(), 4, "round {round}");
    }
}

/// Limits files to 8 blocks of 512 or 1024 bytes, like a full disk.
#[cfg(unix)]
#[test]
fn full_disk_leaves_the_old_bundle() {
    let folder = two_states();
    folder.run(&["build", "a", "--out", "out"]).expect(0);
    let tool = folder.command().get_program().to_owned();
    let ran = std::process::Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 8; exec \"$0\" build b --out out",
        ])
        .arg(tool)
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write `"), "{said}");
    assert!(said.contains("existing files are unchanged"), "{said}");
    assert!(is_one_of(&folder, "out", &["old"]));
    assert_eq!(folder.names("out").len(), 4);
}

#[test]
fn foreign_files_are_not_replaced() {
    for name in BUNDLE {
        let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
        folder.write(&format!("out/{name}"), b"mine");
        let refused = format!("`out/{name}` is not replaced");
        let ran = folder.run(&["build", "--out", "out"]).expect(2);
        assert!(ran.stderr.contains(&refused), "{}", ran.stderr);
        assert_eq!(folder.read(&format!("out/{name}")), "mine");
        assert_eq!(folder.names("out"), [name]);
    }
}

#[test]
fn replaced_library_card_may_be_faulty() {
    let game = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/cards/card-game/game.yaml"
    ))
    .expect("the data of the game can be read");
    let hail = "name: Hail\ntype: spell\ncost: { power: 1 }\ntraits: [air]\neffect: Draw a card.\n";
    let folder = Folder::with(&[
        ("cards/game.yaml", game.as_str()),
        ("cards/lib/hail.yaml", &hail.replace("power: 1", "power: 0")),
        ("cards/own/hail.yaml", hail),
    ]);
    folder
        .run(&["build", "cards/own", "--out", "out"])
        .expect(0);
    folder.write(
        "cards/own/hail.yaml",
        hail.replace("Hail", "Rain").as_bytes(),
    );
    folder
        .run(&["build", "cards/own", "--out", "out"])
        .expect(1)
        .says(&["`power` in the `cost` of the spell \"Hail\" is 0"]);
}
