"""Facts of the machine that a result was measured on; no host name, no paths."""
import os
import platform
import re

# The processor family and models of AMD's generations; virtual machines often hide the model's name.
ZEN = [(23, 0x00, 0x2f, "zen"), (23, 0x30, 0xff, "zen2"), (25, 0x00, 0x0f, "zen3"), (25, 0x10, 0x1f, "zen4"),
       (25, 0x20, 0x5f, "zen3"), (25, 0x60, 0xaf, "zen4"), (26, 0x00, 0x7f, "zen5")]


def slug(name):
    """A name as a file name: "NVIDIA H200" gives "nvidia-h200"."""
    name = re.sub(r"\((R|TM|C)\)|@.*|\b(CPU|Processor|\d+-Core)\b", " ", name, flags=re.I)
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def read_key(path, key):
    """The first value of a "key : value" or key="value" file, or ""."""
    try:
        with open(path, encoding="utf-8") as file:
            found = re.search(rf"^{key}\s*[:=]\s*\"?(.*?)\"?$", file.read(), re.M)
    except OSError:
        return ""
    return found.group(1) if found else ""


def cpu_facts():
    facts = {key: read_key("/proc/cpuinfo", name) for key, name in
             [("cpu", "model name"), ("vendor", "vendor_id"), ("family", "cpu family"), ("model", "model"),
              ("stepping", "stepping")]}
    facts["cpu"] = facts["cpu"] or platform.machine()
    return facts


def cpu_slug(facts):
    """The model's name; a name without a number says too little, so the generation is added."""
    name = slug(facts["cpu"])
    if any(letter.isdigit() for letter in name) or not facts["family"]:
        return name
    family, model = int(facts["family"]), int(facts["model"])
    if facts["vendor"] == "AuthenticAMD":
        for zen_family, first, last, generation in ZEN:
            if family == zen_family and first <= model <= last:
                return f"{name}-{generation}"
    return f"{name}-family-{family}-model-{model}"


def machine_facts():
    facts = cpu_facts()
    facts["cores"] = len(os.sched_getaffinity(0))
    facts["memory"] = str(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    facts["system"] = read_key("/etc/os-release", "PRETTY_NAME")
    facts["kernel"] = " ".join([platform.system(), re.match(r"[\d.]*", platform.release()).group()])
    return facts
